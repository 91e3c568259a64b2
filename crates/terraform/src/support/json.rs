//! JSON encoding and decoding of values.

use cfn_warden_syntax::{Operand, text};
use std::collections::BTreeMap;

use crate::budget::Budget;
use crate::functions::CallError;
use crate::syntax::{Json, JsonKind, TOO_DEEP, json_value};
use crate::value::{Kind, Type, Value};

/// Encodes a wholly known value without whitespace. Values can share long texts, so that there must be room for each.
pub fn encode(value: &Value, budget: &Budget<'_>) -> Result<String, CallError> {
    let mut text = String::new();
    write(value, &mut text, budget)?;
    Ok(text)
}

fn write(value: &Value, text: &mut String, budget: &Budget<'_>) -> Result<(), CallError> {
    match value.kind() {
        Kind::Null(_) => text.push_str("null"),
        Kind::Bool(value) => text.push_str(if *value { "true" } else { "false" }),
        Kind::Number(number) if number.is_infinite() => {
            return Err(CallError::call("cannot serialize infinity as JSON"));
        }
        Kind::Number(number) => text.push_str(&number.to_string()),
        Kind::String(string) => {
            quote(string, text);
            budget.room(text.len())?;
        }
        Kind::List(_, items) | Kind::Set(_, items) | Kind::Tuple(items) => {
            text.push('[');
            for (at, item) in items.iter().enumerate() {
                if at > 0 {
                    text.push(',');
                }
                write(item, text, budget)?;
            }
            text.push(']');
        }
        Kind::Map(_, elements) | Kind::Object(elements) => {
            text.push('{');
            for (at, (name, value)) in elements.iter().enumerate() {
                if at > 0 {
                    text.push(',');
                }
                quote(name, text);
                text.push(':');
                write(value, text, budget)?;
            }
            text.push('}');
        }
        Kind::Unknown(..) => return Err(CallError::call("value is not known")),
    }
    Ok(())
}

/// Encodes a string. Also escapes `<`, `>`, `&`, U+2028 and U+2029, as Go does.
pub fn quote(string: &str, text: &mut String) {
    text.push('"');
    for c in string.chars() {
        match c {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            '\u{8}' => text.push_str("\\b"),
            '\u{c}' => text.push_str("\\f"),
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                text.push_str(&format!("\\u{:04x}", u32::from(c)))
            }
            c if c < ' ' => text.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => text.push(c),
        }
    }
    text.push('"');
}

/// Returns the first character of the encoding of a value that is not wholly known, if it is certain.
pub fn prefix(value: &Value) -> Option<&'static str> {
    match value.ty() {
        _ if !value.is_never_null() => None,
        Type::String => Some("\""),
        Type::List(_) | Type::Set(_) | Type::Tuple(_) => Some("["),
        Type::Map(_) | Type::Object(_) => Some("{"),
        _ => None,
    }
}

/// Decodes JSON. The errors have the messages of Go's decoder.
pub fn decode(text: &str, budget: &Budget<'_>) -> Result<Value, CallError> {
    if text.trim().is_empty() {
        return Err(CallError::call("EOF"));
    }
    let json = json_value(text).map_err(|errors| {
        let error = errors.first();
        let at = error
            .and_then(|error| error.range)
            .and_then(|range| usize::try_from(range.start).ok());
        let next = at
            .and_then(|at| text.get(at..))
            .and_then(|rest| rest.chars().next());
        let summary = error.map_or("", |error| &error.summary);
        if let Some(error) = error.filter(|error| error.summary == TOO_DEEP) {
            return CallError::call(
                error
                    .detail
                    .part(0..error.detail.trim_end_matches('.').len()),
            );
        }
        CallError::Call(match next {
            None => "EOF".into(),
            Some(_) if summary.starts_with("Extra characters") => {
                "extraneous data after JSON object".into()
            }
            Some(_) if summary == "Invalid JSON number" => {
                "extraneous data after JSON object".into()
            }
            Some(c) if summary == "Missing colon" => {
                text!(
                    "invalid character '{}' after object key",
                    Operand::Value(&c.to_string())
                )
            }
            Some('\n') => "invalid character '\\n' in string literal".into(),
            Some(_) if at.and_then(|at| text.get(at..)).is_some_and(is_cut_off) => {
                "unexpected EOF".into()
            }
            Some(c) if summary == "Invalid JSON value" => {
                text!(
                    "invalid character '{}' looking for beginning of value",
                    Operand::Value(&c.to_string())
                )
            }
            Some(c) => text!("invalid character '{}'", Operand::Value(&c.to_string())),
        })
    })?;
    value(&json, budget)
}

/// Returns whether the text ends within a keyword.
fn is_cut_off(rest: &str) -> bool {
    ["true", "false", "null"]
        .iter()
        .any(|word| word.starts_with(rest))
}

fn value(json: &Json, budget: &Budget<'_>) -> Result<Value, CallError> {
    budget.values(1)?;
    Ok(match &json.kind {
        JsonKind::Null => Value::null(Type::Dynamic),
        JsonKind::Bool(value) => (*value).into(),
        JsonKind::Number(number) => number.clone().into(),
        JsonKind::String(text) => Value::from(text.as_str()),
        JsonKind::Array(items) => Value::tuple(
            items
                .iter()
                .map(|item| value(item, budget))
                .collect::<Result<Vec<Value>, CallError>>()?,
        ),
        JsonKind::Object(members) => {
            let mut elements = BTreeMap::new();
            for (name, _, member) in members {
                elements.insert(name.as_str().into(), value(member, budget)?);
            }
            Value::object(elements)
        }
    })
}

/// Formats a type in JSON notation: `"string"`, `["list", "string"]`, `["object", {...}]`.
pub fn type_notation(ty: &Type) -> serde_json::Value {
    use serde_json::{Value as Json, json};
    match ty {
        Type::Dynamic | Type::Bool | Type::Number | Type::String => ty.name().into(),
        Type::List(item) => json!(["list", type_notation(item)]),
        Type::Set(item) => json!(["set", type_notation(item)]),
        Type::Map(item) => json!(["map", type_notation(item)]),
        Type::Tuple(items) => json!([
            "tuple",
            items.iter().map(type_notation).collect::<Vec<Json>>()
        ]),
        Type::Object(attributes) => {
            let types = attributes
                .types
                .iter()
                .map(|(name, ty)| (name.to_string(), type_notation(ty)));
            json!(["object", types.collect::<serde_json::Map<_, _>>()])
        }
    }
}
