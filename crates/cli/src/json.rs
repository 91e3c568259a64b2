//! Documents and lists as JSON.

use serde::Serialize;
use serde_json::{Map, Value as Json};

use cfn_warden_syntax::{Entry, Node, Value};

/// Returns a value of a document. Dates are strings, and keys that are not strings are `?`.
pub fn to_json(node: Node<'_>) -> Json {
    match node.value {
        Value::Null => Json::Null,
        Value::Bool(is) => is.into(),
        Value::Int(number) => number.into(),
        Value::Float(number) => number.into(),
        Value::BigInt(text) | Value::Date(text) | Value::Str(text) => text.into(),
        Value::List(items) => items.iter().map(|item| to_json(*item)).collect(),
        Value::Map(entries) => {
            let entry = |one: &Entry<'_>| {
                (
                    one.key.as_str().unwrap_or("?").to_owned(),
                    to_json(one.value),
                )
            };
            Json::Object(entries.iter().map(entry).collect::<Map<_, _>>())
        }
    }
}

/// Returns a value as indented JSON with a line break at the end.
pub fn to_text(value: &impl Serialize) -> String {
    // Values whose keys are strings are always JSON.
    let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.push('\n');
    text
}
