//! Documents as JSON.

use cfn_warden_syntax::{Entry, Node, Value};
use serde_json::Map;

/// Returns a value of a document.
pub fn to_json(node: Node<'_>) -> serde_json::Value {
    match node.value {
        Value::Null => serde_json::Value::Null,
        Value::Bool(is) => is.into(),
        Value::Int(number) => number.into(),
        Value::Float(number) => number.into(),
        Value::BigInt(text) | Value::Date(text) | Value::Str(text) => text.into(),
        Value::List(items) => items.iter().map(|item| to_json(*item)).collect(),
        Value::Map(entries) => {
            let entry = |one: &Entry<'_>| (one.key.as_str().unwrap_or("?").to_owned(), to_json(one.value));
            serde_json::Value::Object(entries.iter().map(entry).collect::<Map<_, _>>())
        }
    }
}
