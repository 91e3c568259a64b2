//! Masking in JSON reports: values are masked, keys and structure are kept.

use serde_json::value::RawValue;

use super::patterns::{MASK, Patterns, masked};

/// Members of reports with words of the program, texts of rules, names and paths.
const OWN: [&str; 7] = [
    "\"comparison\"",
    "\"context\"",
    "\"file\"",
    "\"name\"",
    "\"path\"",
    "\"remaining_query\"",
    "\"status\"",
];
/// The message that a rule has for people.
const CUSTOM_MESSAGE: &str = "\"custom_message\"";
/// Members with words of the program and texts of rules before the values.
const SENTENCES: [&str; 2] = ["\"error_message\"", "\"reason\""];
/// What sentences have before values.
const BEFORE_VALUES: [&str; 6] = [
    "Value=",
    "Value = ",
    "Values = ",
    "inside Array = ",
    "not comparable, ",
    "compare type ",
];

/// Messages of rules in reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CustomMessages {
    /// As the rules have them.
    Written,
    /// With values of the document.
    WithValues,
}

/// Masks a report; `None` if it contains no secrets.
pub(super) fn masked_report(
    patterns: &Patterns,
    raw: &RawValue,
    custom_messages: CustomMessages,
) -> Option<Box<RawValue>> {
    let text = raw.get();
    let mut out = String::new();
    let mut kept = 0;
    let mut rest = text;
    let mut key = "";
    // The members that the open collections belong to, and how many of them there are around a value of the document.
    let (mut open, mut value_depth): (Vec<&str>, Option<usize>) = (Vec::new(), None);
    while let Some((start, token)) = next(text, rest) {
        let before = rest.get(..rest.len().saturating_sub(text.len().saturating_sub(start)));
        for byte in before.unwrap_or_default().bytes() {
            match byte {
                b'{' | b'[' => {
                    // The member `value` of a query that did not resolve holds a value, its rest and the reason.
                    let is_unresolved = open.last() == Some(&"\"UnResolved\"");
                    if key == "\"value\"" && !is_unresolved && value_depth.is_none() {
                        value_depth = Some(open.len());
                    }
                    open.push(key);
                    key = "";
                }
                b'}' | b']' => {
                    open.pop();
                    if value_depth == Some(open.len()) {
                        value_depth = None;
                    }
                    key = "";
                }
                _ => {}
            }
        }
        let end = start.saturating_add(token.len());
        rest = text.get(end..).unwrap_or_default();
        if token.starts_with('"') && rest.trim_start().starts_with(':') {
            key = token;
            continue;
        }
        let is_written = key == CUSTOM_MESSAGE && custom_messages == CustomMessages::Written;
        let is_own = value_depth.is_none() && (is_written || OWN.contains(&key));
        let start_of_values = if value_depth.is_none() && SENTENCES.contains(&key) {
            start_of_values
        } else {
            |_: &str| 0
        };
        let value = if is_own {
            None
        } else {
            replacement(patterns, token, start_of_values)
        };
        if let Some(value) = value {
            out.push_str(text.get(kept..start).unwrap_or_default());
            out.push_str(&value);
            kept = end;
        }
    }
    if kept == 0 {
        return None;
    }
    out.push_str(text.get(kept..).unwrap_or_default());
    RawValue::from_string(out).ok()
}

/// Returns the next string or number and its offset in the whole text.
fn next<'t>(text: &str, rest: &'t str) -> Option<(usize, &'t str)> {
    let is_start = |byte: &u8| matches!(byte, b'"' | b'-' | b'0'..=b'9');
    let from = rest.as_bytes().iter().position(is_start)?;
    let token = rest.get(from..)?;
    let start = text.len().saturating_sub(token.len());
    let bytes = token.as_bytes();
    if bytes.first() != Some(&b'"') {
        let is_number = |byte: &u8| matches!(byte, b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9');
        let length = bytes
            .iter()
            .position(|byte| !is_number(byte))
            .unwrap_or(bytes.len());
        return Some((start, token.get(..length)?));
    }
    let mut at = 1;
    loop {
        at = memchr::memchr2(b'"', b'\\', bytes.get(at..)?)?.saturating_add(at);
        match bytes.get(at) {
            Some(b'"') => return Some((start, token.get(..=at)?)),
            _ => at = at.saturating_add(2),
        }
    }
}

/// Returns the offset of the first value in a sentence; its length, if there is none.
fn start_of_values(sentence: &str) -> usize {
    let starts = BEFORE_VALUES
        .iter()
        .filter_map(|before| sentence.find(before));
    starts.min().unwrap_or(sentence.len())
}

/// Returns a string or number without secrets; `None` if it has none. What is in front of the start of its values is kept.
fn replacement(
    patterns: &Patterns,
    token: &str,
    start_of_values: impl Fn(&str) -> usize,
) -> Option<String> {
    if !token.starts_with('"') {
        return patterns.is_one(token).then(|| format!("\"{MASK}\""));
    }
    let value: String = match token.contains('\\') {
        true => serde_json::from_str(token).ok()?,
        false => token.get(1..token.len().saturating_sub(1))?.to_owned(),
    };
    let (own, shown) = value.split_at_checked(start_of_values(&value))?;
    let masked = masked(patterns, shown)?;
    serde_json::to_string(&format!("{own}{masked}")).ok()
}

#[cfg(test)]
mod tests {
    use super::super::patterns::Boundary;
    use super::*;

    fn masked_text(texts: &[&str], json: &str) -> String {
        let texts = texts
            .iter()
            .map(|text| ((*text).to_owned(), Boundary::None))
            .collect();
        let raw = RawValue::from_string(json.to_owned()).unwrap();
        masked_report(&Patterns::of(texts), &raw, CustomMessages::Written)
            .unwrap_or(raw)
            .get()
            .to_owned()
    }

    #[test]
    fn values_are_masked_and_keys_stay() {
        let json =
            r#"{"secret1":{"value":"a secret1","n":[12345,123456,-1.5e3]},"q":"\"secret1\\"}"#;
        let expected =
            r#"{"secret1":{"value":"a ****","n":["****",123456,-1.5e3]},"q":"\"****\\"}"#;
        assert_eq!(masked_text(&["secret1", "12345"], json), expected);
    }

    #[test]
    fn own_words_stay_and_what_holds_no_secret_is_the_same() {
        let json = r#"{"status":"FAIL","name":"x"}"#;
        assert_eq!(masked_text(&["FAIL"], json), json);
        let json = r#"{"name":"secret1","value":{"name":"secret1","path":["secret1"]},"context":"secret1"}"#;
        let expected =
            r#"{"name":"secret1","value":{"name":"****","path":["****"]},"context":"secret1"}"#;
        assert_eq!(masked_text(&["secret1"], json), expected);
        let json = r#"{"error_message":"a property value [Value=\"property\"]"}"#;
        let expected = r#"{"error_message":"a property value [Value=\"****\"]"}"#;
        assert_eq!(masked_text(&["property"], json), expected);
        let json = r#"{"custom_message":"secret1","value":{"custom_message":"secret1"}}"#;
        let expected = r#"{"custom_message":"secret1","value":{"custom_message":"****"}}"#;
        assert_eq!(masked_text(&["secret1"], json), expected);
        let json = r#"{"remaining_query":"resource_x","reason":"Could not find key resource_x inside struct"}"#;
        assert_eq!(masked_text(&["resource"], json), json);
        let json = r#"{"UnResolved":{"value":{"traversed_to":{"path":"secret1","value":{"path":"secret1"}},"remaining_query":"secret1"}}}"#;
        let expected = r#"{"UnResolved":{"value":{"traversed_to":{"path":"secret1","value":{"path":"****"}},"remaining_query":"secret1"}}}"#;
        assert_eq!(masked_text(&["secret1"], json), expected);
        let json = r#"{"reason":"type is not an struct, Value = String(\"struct\")"}"#;
        let expected = r#"{"reason":"type is not an struct, Value = String(\"****\")"}"#;
        assert_eq!(masked_text(&["struct"], json), expected);
        assert_eq!(masked_text(&[], json), json);
    }
}
