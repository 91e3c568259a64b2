//! When a value of a template equals a value of a schema, or another value: Python's `equal` of the reference, in which
//! texts equal what they spell.

use super::pack::{Json, JsonKind};
use super::text as python;
use crate::syntax::{Node, Value};

/// Whether a value of a document equals one of a schema.
pub fn equals_json(node: Node<'_>, json: Json<'_>) -> bool {
    match (node.value, json.kind()) {
        (Value::Bool(one), JsonKind::Bool(two)) => one == two,
        (Value::Bool(is), JsonKind::Str(text)) | (Value::Str(text), JsonKind::Bool(is)) => is == is_true(text),
        (Value::Str(one), JsonKind::Str(two)) => texts(one, two),
        (Value::Str(one), _) => one == python::str_json(json),
        (_, JsonKind::Str(two)) => python::str(node) == two,
        (Value::List(one), JsonKind::List(two)) => {
            one.len() == two.len() && one.iter().zip(two.iter()).all(|(one, two)| equals_json(*one, two))
        }
        (Value::Map(one), JsonKind::Object(two)) => {
            one.len() == two.len()
                && one.iter().all(|entry| {
                    let other = entry.key.as_str().and_then(|key| two.get(key));
                    other.is_some_and(|other| equals_json(entry.value, other))
                })
        }
        (Value::Null, JsonKind::Null) => true,
        _ => match (number(node), json.as_f64()) {
            (Some(one), Some(two)) => one == two,
            _ => false,
        },
    }
}

/// Whether two values of a document are equal.
pub fn equals(one: Node<'_>, two: Node<'_>) -> bool {
    match (one.value, two.value) {
        (Value::Bool(one), Value::Bool(two)) => one == two,
        (Value::Bool(is), Value::Str(text)) | (Value::Str(text), Value::Bool(is)) => is == is_true(text),
        (Value::Str(one), Value::Str(two)) => texts(one, two),
        (Value::Str(text), _) => text == python::str(two),
        (_, Value::Str(text)) => text == python::str(one),
        (Value::List(one), Value::List(two)) => {
            one.len() == two.len() && one.iter().zip(two).all(|(one, two)| equals(*one, *two))
        }
        (Value::Map(one), Value::Map(other)) => {
            one.len() == other.len()
                && one.iter().all(|entry| {
                    let other = entry.key.as_str().and_then(|key| two.get(key));
                    other.is_some_and(|other| equals(entry.value, other))
                })
        }
        (Value::Null, Value::Null) => true,
        (Value::Date(one), Value::Date(two)) => one == two,
        _ => match (number(one), number(two)) {
            (Some(one), Some(two)) => one == two,
            _ => false,
        },
    }
}

/// Two texts are equal also where both spell no truth the same way: "true" and "TRUE", "false" and anything but true.
fn texts(one: &str, two: &str) -> bool {
    if spells_truth(one) || spells_truth(two) {
        return is_true(one) == is_true(two);
    }
    one == two
}

fn spells_truth(text: &str) -> bool {
    text.eq_ignore_ascii_case("true") || text.eq_ignore_ascii_case("false")
}

fn is_true(text: &str) -> bool {
    text.eq_ignore_ascii_case("true")
}

/// The number a value is; a boolean is none.
pub fn number(node: Node<'_>) -> Option<f64> {
    match node.value {
        Value::Int(number) => Some(number as f64),
        Value::BigInt(digits) => digits.parse().ok(),
        Value::Float(number) => Some(number),
        _ => None,
    }
}

/// The number that a range is asked of: a number, or a text that Python's `float` reads.
pub fn numeric(node: Node<'_>) -> Option<f64> {
    match node.value {
        Value::Str(text) => python::parse_float(text),
        _ => number(node),
    }
}

/// Whether no two items are equal. Numbers and booleans are compared as their texts.
pub fn unique(items: &[Node<'_>]) -> bool {
    let mut rest = items;
    while let Some((first, others)) = rest.split_first() {
        if others.iter().any(|other| equals(*first, *other)) {
            return false;
        }
        rest = others;
    }
    true
}

/// Whether no two items are equal in all of these keys. Items that lack one are passed over.
pub fn unique_in(items: &[Node<'_>], keys: &[&str]) -> bool {
    let parts = |item: &Node<'_>| keys.iter().all(|key| item.get(key).is_some());
    let same = |one: &Node<'_>, two: &Node<'_>| {
        keys.iter().all(|key| matches!((one.get(key), two.get(key)), (Some(one), Some(two)) if equals(one, two)))
    };
    let items: Vec<_> = items.iter().filter(|item| parts(item)).collect();
    let mut rest = items.as_slice();
    while let Some((first, others)) = rest.split_first() {
        if others.iter().any(|other| same(first, other)) {
            return false;
        }
        rest = others;
    }
    true
}
