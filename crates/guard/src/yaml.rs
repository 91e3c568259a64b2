//! Writes JSON values as YAML, byte for byte as cfn-guard does with `serde_yaml` 0.9: no line folding, no escapes for
//! wide characters, literal blocks for strings with line breaks.

use cfn_warden_syntax::yaml::writer::{Role, Settings, Style, Writer};
use serde_json::Value;

/// Returns the value as a YAML document with a line break at the end.
pub fn to_yaml(value: &Value) -> String {
    let mut writer = Writer::new(Settings {
        width: None,
        last: char::MAX,
    });
    write(&mut writer, value, Role::Item);
    writer.finish()
}

fn write(writer: &mut Writer, value: &Value, role: Role) {
    match value {
        Value::Null => writer.scalar("null", Style::Plain, role),
        Value::Bool(value) => {
            writer.scalar(if *value { "true" } else { "false" }, Style::Plain, role)
        }
        // serde_yaml writes exponents without a sign.
        Value::Number(number) => {
            writer.scalar(&number.to_string().replace("e+", "e"), Style::Plain, role)
        }
        Value::String(text) => writer.scalar(text, infer(text), role),
        Value::Array(items) if items.is_empty() => writer.empty(["[", "]"]),
        Value::Object(entries) if entries.is_empty() => writer.empty(["{", "}"]),
        Value::Array(items) => {
            let sequence = writer.sequence(role);
            for item in items {
                writer.item();
                write(writer, item, Role::Item);
            }
            writer.end(sequence);
        }
        Value::Object(entries) => {
            let mapping = writer.mapping();
            for (key, value) in entries {
                writer.key(key, infer(key));
                write(writer, value, Role::Value);
            }
            writer.end(mapping);
        }
    }
}

/// Returns the style that `serde_yaml` requests: quotes if the plain text would be read as null, a Boolean or a number.
fn infer(text: &str) -> Style {
    if text.contains('\n') {
        return Style::Literal;
    }
    let word = matches!(
        text,
        "" | "null"
            | "Null"
            | "NULL"
            | "~"
            | "true"
            | "True"
            | "TRUE"
            | "false"
            | "False"
            | "FALSE"
    );
    if word || digits_with_leading_zero(text) || is_integer(text) || is_float(text) {
        Style::Single
    } else {
        Style::Any
    }
}

/// Whether the text is digits with a leading zero, such as `012`: not a number in YAML 1.2, but serde_yaml quotes it.
fn digits_with_leading_zero(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    digits.len() > 1 && digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_integer(text: &str) -> bool {
    let positive = text.strip_prefix('+').unwrap_or(text);
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] {
        if let Some(digits) = positive.strip_prefix(prefix) {
            if digits.starts_with(['+', '-']) {
                return false;
            }
            if u128::from_str_radix(digits, radix).is_ok() {
                return true;
            }
        }
        if let Some(digits) = text
            .strip_prefix('-')
            .and_then(|rest| rest.strip_prefix(prefix))
            && i128::from_str_radix(&format!("-{digits}"), radix).is_ok()
        {
            return true;
        }
    }
    if !positive.starts_with(['+', '-']) && positive.parse::<u128>().is_ok() {
        return true;
    }
    text.starts_with('-') && text.parse::<i128>().is_ok()
}

fn is_float(text: &str) -> bool {
    let positive = match text.strip_prefix('+') {
        Some(rest) if rest.starts_with(['+', '-']) => return false,
        Some(rest) => rest,
        None => text,
    };
    matches!(positive, ".inf" | ".Inf" | ".INF")
        || matches!(text, "-.inf" | "-.Inf" | "-.INF" | ".nan" | ".NaN" | ".NAN")
        || positive.parse::<f64>().is_ok_and(f64::is_finite)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn collections_are_indented_as_by_serde_yaml() {
        let value = json!({"a": [[1, {"b": null}], []], "c": {}, "d": {"e": [true]}});
        assert_eq!(
            to_yaml(&value),
            "a:\n- - 1\n  - b: null\n- []\nc: {}\nd:\n  e:\n  - true\n"
        );
        assert_eq!(to_yaml(&Value::Null), "null\n");
    }

    #[test]
    fn ambiguous_strings_are_quoted() {
        let value = json!([
            "", "true", "12", "0x1F", "012", "1.5", "a: b", "a #b", "- a", "it's", "%a", "*"
        ]);
        let expected = "- ''\n- 'true'\n- '12'\n- '0x1F'\n- '012'\n- '1.5'\n- 'a: b'\n- 'a #b'\n- '- a'\n- it's\n- '%a'\n- '*'\n";
        assert_eq!(to_yaml(&value), expected);
        assert_eq!(
            to_yaml(&json!(["a\tb", "\u{fffe}\"", "a \nb"])),
            "- \"a\\tb\"\n- \"\\uFFFE\\\"\"\n- \"a \\nb\"\n"
        );
    }

    #[test]
    fn multiline_strings_are_literal_blocks() {
        let value = json!({"a": "x\ny", "b": "\n  x\n", "c": "x\n\n", "d\ne": 1});
        assert_eq!(
            to_yaml(&value),
            "a: |-\n  x\n  y\nb: |2\n\n    x\nc: |+\n  x\n\n? |-\n  d\n  e\n: 1\n"
        );
    }
}
