//! Schemas defined in code, and conversion of schema values to nodes.

use std::sync::LazyLock;

use bumpalo::Bump;

use super::pack::{Json, JsonKind, Key, Pack};
use cfn_warden_syntax::{Entry, Node, NodeId, Value};

/// A schema defined in code, parsed on first use.
pub type Inline = LazyLock<Pack>;

/// Parses a schema. Invalid JSON gives a schema that accepts every value; tests parse every inline schema.
pub fn pack(text: &str) -> Pack {
    Pack::from_json(text).unwrap_or_else(|error| {
        debug_assert!(false, "an inline schema is not valid JSON: {error}: {text}");
        Pack::default()
    })
}

/// The schema `null`.
pub static NOTHING: Inline = LazyLock::new(|| pack("null"));

/// An object schema that accepts any value except `null` for every key.
pub static ANY_PROPERTIES: Inline = LazyLock::new(|| {
    pack(r#"{".*": {"type": ["array", "boolean", "integer", "number", "object", "string"]}}"#)
});

/// A list schema that accepts any item except `null`.
pub static ANY_ITEMS: Inline = LazyLock::new(|| {
    pack(r#"{"type": ["array", "boolean", "integer", "number", "object", "string"]}"#)
});

/// Converts a schema value to a node with the ID of the node that it replaces.
pub fn node_of<'a>(arena: &'a Bump, id: NodeId, json: Json<'a>) -> Node<'a> {
    let value = match json.kind() {
        JsonKind::Null => Value::Null,
        JsonKind::Bool(is) => Value::Bool(is),
        JsonKind::Int(number) => Value::Int(number),
        JsonKind::BigInt(digits) => Value::BigInt(digits),
        JsonKind::Float(number) => Value::Float(number),
        JsonKind::Str(text) => Value::Str(text),
        JsonKind::List(items) => {
            let items: Vec<_> = items.iter().map(|item| node_of(arena, id, item)).collect();
            Value::List(arena.alloc_slice_copy(&items))
        }
        JsonKind::Object(object) => {
            let entry = |(key, value): (Key<'a>, Json<'a>)| Entry {
                key: Node {
                    id,
                    value: Value::Str(key.text),
                },
                value: node_of(arena, id, value),
            };
            let entries: Vec<_> = object.entries().map(entry).collect();
            Value::Map(arena.alloc_slice_copy(&entries))
        }
    };
    Node { id, value }
}

/// Parses JSON into a node whose parts all have the given ID; returns `None` for invalid JSON.
pub fn node_of_text<'a>(arena: &'a Bump, id: NodeId, text: &str) -> Option<Node<'a>> {
    let pack = Pack::from_json(text).ok()?;
    Some(copied(arena, id, pack.root()))
}

/// Like [`node_of`], but copies strings into the arena.
fn copied<'a>(arena: &'a Bump, id: NodeId, json: Json<'_>) -> Node<'a> {
    let value = match json.kind() {
        JsonKind::Null => Value::Null,
        JsonKind::Bool(is) => Value::Bool(is),
        JsonKind::Int(number) => Value::Int(number),
        JsonKind::BigInt(digits) => Value::BigInt(arena.alloc_str(digits)),
        JsonKind::Float(number) => Value::Float(number),
        JsonKind::Str(text) => Value::Str(arena.alloc_str(text)),
        JsonKind::List(items) => {
            let items: Vec<_> = items.iter().map(|item| copied(arena, id, item)).collect();
            Value::List(arena.alloc_slice_copy(&items))
        }
        JsonKind::Object(object) => {
            let entry = |(key, value): (Key<'_>, Json<'_>)| Entry {
                key: Node {
                    id,
                    value: Value::Str(arena.alloc_str(key.text)),
                },
                value: copied(arena, id, value),
            };
            let entries: Vec<_> = object.entries().map(entry).collect();
            Value::Map(arena.alloc_slice_copy(&entries))
        }
    };
    Node { id, value }
}
