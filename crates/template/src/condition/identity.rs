//! When two values of a template are the same value, and in which order the sides of an `Fn::Equals` stand.

use std::fmt::Write as _;

use cfn_warden_syntax::{Entry, Node, Value};

/// The order in which the entries of a map are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Keys {
    Source,
    Sorted,
}

/// A text that is equal for values that the reference holds to be the same: types matter, the order of keys does not.
/// (The reference mixes `1` and `true` up, whichever it meets first; we keep them apart.)
pub fn identity(node: Node<'_>) -> String {
    let mut text = String::new();
    write(&mut text, node, Keys::Sorted);
    text
}

/// The text of a scalar as Python's `str()` gives it; a collection as its identity.
pub(super) fn text(node: Node<'_>) -> String {
    match node.value {
        Value::Str(text) => text.to_owned(),
        _ => identity(node),
    }
}

/// `Ref` to a name, as an identity.
pub(super) fn reference(name: &str) -> String {
    let mut text = String::from("{'Ref': ");
    quote(&mut text, name);
    text.push('}');
    text
}

/// A string in quotes, as Python's `repr()` gives it for printable text.
pub(super) fn quote(out: &mut String, text: &str) {
    let mark = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    out.push(mark);
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c == mark => {
                out.push('\\');
                out.push(c);
            }
            c => out.push(c),
        }
    }
    out.push(mark);
}

fn write(out: &mut String, node: Node<'_>, keys: Keys) {
    // Writing to a string cannot fail.
    let _ = match node.value {
        Value::Null => write!(out, "None"),
        Value::Bool(true) => write!(out, "True"),
        Value::Bool(false) => write!(out, "False"),
        Value::Int(number) => write!(out, "{number}"),
        Value::BigInt(text) => write!(out, "{text}"),
        Value::Float(number) => write!(out, "{number:?}"),
        Value::Date(text) => write!(out, "date({text})"),
        Value::Str(text) => {
            quote(out, text);
            Ok(())
        }
        Value::List(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push_str(", ");
                }
                write(out, *item, keys);
            }
            out.push(']');
            Ok(())
        }
        Value::Map(entries) => {
            write_map(out, entries, keys);
            Ok(())
        }
    };
}

fn write_map(out: &mut String, entries: &[Entry<'_>], keys: Keys) {
    let mut parts: Vec<(String, Node<'_>)> = entries
        .iter()
        .map(|entry| {
            let mut key = String::new();
            write(&mut key, entry.key, keys);
            (key, entry.value)
        })
        .collect();
    if keys == Keys::Sorted {
        parts.sort_by(|a, b| a.0.cmp(&b.0));
    }
    out.push('{');
    for (index, (key, value)) in parts.into_iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        out.push_str(&key);
        out.push_str(": ");
        write(out, value, keys);
    }
    out.push('}');
}

/// Whether the reference's walk takes the second side of an `Fn::Equals` for the first. It sorts the list in place, so
/// the paths of findings in it count from the sorted order: literals before functions, functions by their names.
///
/// Source: cfn-lint 1.58.0, `context/conditions/_equals.py`; the comparison is not antisymmetric for two functions of
/// one name, which therefore change places.
pub fn swapped(first: Node<'_>, second: Node<'_>) -> bool {
    if first.as_map().is_none() || second.as_map().is_none() {
        return source_text(second) <= source_text(first);
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

fn source_text(node: Node<'_>) -> String {
    match node.value {
        Value::Str(text) => text.to_owned(),
        _ => written(node),
    }
}

/// A value as Python's `repr()` writes it.
pub fn written(node: Node<'_>) -> String {
    let mut text = String::new();
    write(&mut text, node, Keys::Source);
    text
}

/// The names that the reference takes for functions, conditions included.
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

/// The name and argument of a map that is one function and nothing else.
pub fn function<'a>(node: Node<'a>) -> Option<(&'a str, Node<'a>)> {
    let [only] = node.as_map()? else { return None };
    let name = only.key.as_str()?;
    FUNCTIONS.binary_search(&name).is_ok().then_some((name, only.value))
}
