//! The transforms that a template declares.

use cfn_warden_syntax::{Node, Value};

/// Returns the names of the transforms of a template, in order.
pub fn names<'a>(root: Node<'a>) -> Vec<&'a str> {
    match root.get("Transform").map(|node| node.value) {
        Some(Value::Str(name)) => vec![name],
        Some(Value::List(items)) => items.iter().filter_map(|item| item.as_str()).collect(),
        _ => Vec::new(),
    }
}
