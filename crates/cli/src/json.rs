//! Documents as JSON.

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
