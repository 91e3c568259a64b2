//! Conversion of a tree to JSON, the form in which rules see templates of any format.

use std::collections::HashSet;

use super::value_schema::ValueSchema;
use cfn_warden_syntax::{At, Entry, Node, Tree, Value};

/// Appends a value as JSON. Strings become booleans and numbers according to the schema.
///
/// The parser's depth limit bounds the recursion.
pub fn value(out: &mut String, tree: &Tree<'_>, node: Node<'_>, schema: Option<&ValueSchema<'_>>) {
    match node.value {
        Value::Null => out.push_str("null"),
        Value::Bool(true) => out.push_str("true"),
        Value::Bool(false) => out.push_str("false"),
        Value::Int(number) => out.push_str(&number.to_string()),
        Value::BigInt(digits) => out.push_str(digits.trim_start_matches('+')),
        Value::Float(number) => float(out, tree, node, number),
        Value::Date(text) => string(out, text),
        Value::Str(text) => match schema.and_then(|schema| schema.scalar(text)) {
            Some(scalar) => out.push_str(&scalar),
            None => string(out, text),
        },
        Value::List(items) => {
            let schema = schema.map(ValueSchema::item);
            out.push('[');
            for (i, item) in items.iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                value(out, tree, *item, schema.as_ref());
            }
            out.push(']');
        }
        Value::Map(_) => {
            out.push('{');
            members(out, tree, node, schema, &[]);
            out.push('}');
        }
    }
}

/// Appends the entries of a map, without braces and except the given keys.
pub fn members(
    out: &mut String,
    tree: &Tree<'_>,
    node: Node<'_>,
    schema: Option<&ValueSchema<'_>>,
    without: &[&str],
) {
    let entries = node.as_map().unwrap_or_default();
    let key = |entry: &Entry<'_>| match tree.info(entry.value.id).map(|info| info.at) {
        Some(At::Value(text, _)) => text.to_owned(),
        _ => entry.key.as_str().unwrap_or_default().to_owned(),
    };
    // The last value of a repeated key wins, as everywhere.
    let mut seen = HashSet::new();
    let mut kept: Vec<_> = entries
        .iter()
        .rev()
        .map(|entry| (key(entry), entry.value))
        .collect();
    kept.retain(|(key, _)| !without.contains(&key.as_str()) && seen.insert(key.clone()));
    for (i, (key, node)) in kept.iter().rev().enumerate() {
        if i > 0 {
            out.push(',');
        }
        string(out, key);
        out.push(':');
        value(
            out,
            tree,
            *node,
            schema.map(|schema| schema.property(key)).as_ref(),
        );
    }
}

/// Appends a string as JSON.
pub fn string(out: &mut String, text: &str) {
    // Serialization of strings cannot fail.
    out.push_str(&serde_json::to_string(text).unwrap_or_default());
}

/// JSON has neither infinity nor NaN; they are written as strings.
fn float(out: &mut String, tree: &Tree<'_>, node: Node<'_>, number: f64) {
    match serde_json::Number::from_f64(number) {
        Some(number) => out.push_str(&number.to_string()),
        None => string(out, tree.raw(node.id).unwrap_or(".nan")),
    }
}
