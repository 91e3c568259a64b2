//! The names of parameters in a value.

use std::collections::BTreeSet;

use crate::resolve::evaluate::DEPTH;
use cfn_warden_syntax::{Node, Value};

/// Collects the parameters in a value.
pub(super) fn names_in<'a>(node: Node<'a>, names: &mut BTreeSet<&'a str>, depth: usize) {
    if depth > DEPTH {
        return;
    }
    match node.value {
        // The names in an `Fn::Sub`.
        Value::Str(text) => {
            names.insert(text);
            names.extend(text.split("${").filter_map(|part| part.split('}').next()));
        }
        Value::List(items) => items
            .iter()
            .for_each(|item| names_in(*item, names, depth + 1)),
        Value::Map(entries) => entries
            .iter()
            .for_each(|entry| names_in(entry.value, names, depth + 1)),
        _ => {}
    }
}
