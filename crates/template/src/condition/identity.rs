//! Identity of values in conditions, and the order of the sides of an `Fn::Equals`.

use cfn_warden_syntax::python::{self, repr_str};
use cfn_warden_syntax::{Entry, Node, Value};

/// Returns a text that is equal for values that cfn-lint considers equal: types matter, the order of keys does not.
/// (cfn-lint considers `1` and `true` equal and keeps the first; here they differ.)
pub fn identity(node: Node<'_>) -> String {
    // Room for `Ref` of a parameter.
    let mut text = String::with_capacity(64);
    write_identity(node, &mut text);
    text
}

fn write_identity(node: Node<'_>, text: &mut String) {
    match node.value {
        Value::List(items) => {
            text.push('[');
            for (index, item) in items.iter().enumerate() {
                text.push_str(if index == 0 { "" } else { ", " });
                write_identity(*item, text);
            }
            text.push(']');
        }
        Value::Map(entries) => {
            text.push('{');
            match entries {
                [only] => write_entry(only, text),
                _ => text.push_str(&sorted_entries(entries).join(", ")),
            }
            text.push('}');
        }
        _ => python::push_repr(text, node),
    }
}

fn write_entry(entry: &Entry<'_>, text: &mut String) {
    write_identity(entry.key, text);
    text.push_str(": ");
    write_identity(entry.value, text);
}

fn sorted_entries(entries: &[Entry<'_>]) -> Vec<String> {
    let identity = |entry| {
        let mut text = String::new();
        write_entry(entry, &mut text);
        text
    };
    let mut all: Vec<_> = entries.iter().map(identity).collect();
    all.sort_unstable();
    all
}

/// Returns a scalar as Python's `str()` prints it; the identity of a collection.
pub(super) fn text(node: Node<'_>) -> String {
    match node.value {
        Value::Str(text) => text.to_owned(),
        _ => identity(node),
    }
}

/// Returns the identity of a `Ref` to a name.
pub(super) fn reference(name: &str) -> String {
    format!("{{'Ref': {}}}", repr_str(name))
}

/// Whether cfn-lint swaps the sides of an `Fn::Equals`. It sorts the list in place, so paths in its findings refer to
/// the sorted order: literals before functions, functions by name.
///
/// Source: cfn-lint 1.58.0, `context/conditions/_equals.py`; its comparison is not antisymmetric for two functions with
/// the same name, which are therefore swapped.
pub fn swapped(first: Node<'_>, second: Node<'_>) -> bool {
    if first.as_map().is_none() || second.as_map().is_none() {
        return python::str(second) <= python::str(first);
    }
    match (function(second), function(first)) {
        (None, _) => false,
        (Some(_), None) => true,
        (Some(("Ref", second)), Some(("Ref", first))) => match (second.as_str(), first.as_str()) {
            (Some(second), Some(first)) => second <= first,
            _ => true,
        },
        (Some((second, _)), Some((first, _))) => second <= first,
    }
}

/// The names that cfn-lint recognizes as functions, conditions included.
const FUNCTIONS: &[&str] = &[
    "Condition",
    "Fn::And",
    "Fn::Base64",
    "Fn::Cidr",
    "Fn::Contains",
    "Fn::Equals",
    "Fn::FindInMap",
    "Fn::GetAZs",
    "Fn::GetAtt",
    "Fn::GetStackOutput",
    "Fn::If",
    "Fn::ImportValue",
    "Fn::Join",
    "Fn::Length",
    "Fn::Not",
    "Fn::Or",
    "Fn::Select",
    "Fn::Split",
    "Fn::Sub",
    "Fn::ToJsonString",
    "Fn::Transform",
    "Ref",
];

/// Returns the name and argument of a map that consists of one function.
pub fn function<'a>(node: Node<'a>) -> Option<(&'a str, Node<'a>)> {
    let [only] = node.as_map()? else { return None };
    let name = only.key.as_str()?;
    FUNCTIONS
        .binary_search(&name)
        .is_ok()
        .then_some((name, only.value))
}
