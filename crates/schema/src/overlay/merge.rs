//! A JSON merge patch (RFC 7396) on a schema.

use crate::pack::{Json, Pack, PackError, Writer};
use cfn_warden_syntax::{Node, Value};

/// Returns a schema with a patch applied, or without a schema the patch itself.
///
/// # Errors
/// [`PackError::TooLarge`]
pub fn merged(schema: Option<Json<'_>>, patch: Node<'_>) -> Result<Pack, PackError> {
    let mut writer = Writer::new();
    let root = merge(&mut writer, schema, patch);
    writer.finish(root)
}

/// Keys keep their order; new keys follow.
fn merge(writer: &mut Writer, known: Option<Json<'_>>, patch: Node<'_>) -> u32 {
    let Value::Map(entries) = patch.value else {
        return plain(writer, patch);
    };
    let mut merged: Vec<(u32, u32)> = Vec::new();
    for (key, value) in known.into_iter().flat_map(Json::entries) {
        let id = match patch.get(key.text) {
            None => writer.copy(value),
            Some(Node {
                value: Value::Null, ..
            }) => continue,
            Some(part) => merge(writer, Some(value), part),
        };
        merged.push((writer.symbol(key.text), id));
    }
    for entry in entries {
        let Some(name) = entry.key.as_str() else {
            continue;
        };
        let is_known = known.is_some_and(|known| known.get(name).is_some());
        if is_known || matches!(entry.value.value, Value::Null) {
            continue;
        }
        let id = merge(writer, None, entry.value);
        merged.push((writer.symbol(name), id));
    }
    writer.object(&merged)
}

fn plain(writer: &mut Writer, node: Node<'_>) -> u32 {
    match node.value {
        Value::Null => writer.null(),
        Value::Bool(is) => writer.bool(is),
        Value::Int(number) => writer.int(number),
        Value::BigInt(digits) => writer.big_int(digits),
        Value::Float(number) => writer.float(number),
        Value::Date(text) | Value::Str(text) => writer.string(text),
        Value::List(items) => {
            let items: Vec<u32> = items.iter().map(|item| plain(writer, *item)).collect();
            writer.list(&items)
        }
        Value::Map(entries) => {
            let mut all = Vec::with_capacity(entries.len());
            for entry in entries {
                let Some(name) = entry.key.as_str() else {
                    continue;
                };
                let value = plain(writer, entry.value);
                all.push((writer.symbol(name), value));
            }
            writer.object(&all)
        }
    }
}
