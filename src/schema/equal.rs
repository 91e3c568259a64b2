//! When a value of a template equals a value of a schema, or another value: see [`python`](super::python).

use super::pack::Json;
use super::python;
use crate::syntax::{Node, Value};

pub use super::python::{unique, unique_in};

/// Whether a value of a document equals one of a schema.
pub fn equals_json(node: Node<'_>, json: Json<'_>) -> bool {
    python::equal(node, json)
}

/// Whether two values of a document are equal.
pub fn equals(one: Node<'_>, two: Node<'_>) -> bool {
    python::equal(one, two)
}

/// Whether a value is one of a list's, as `enum` asks: a boolean is only a boolean there, not the text of one.
///
/// Source: `enum` of cfn-lint 1.58.0, `jsonschema/_keywords.py`.
pub fn is_listed(node: Node<'_>, listed: Node<'_>) -> bool {
    match (node.value, listed.value) {
        (Value::Bool(one), Value::Bool(two)) => one == two,
        (Value::Bool(_), _) => false,
        _ => equals(node, listed),
    }
}

/// The same, of a list in a schema.
pub fn is_listed_json(node: Node<'_>, listed: Json<'_>) -> bool {
    match (node.value, listed.as_bool()) {
        (Value::Bool(one), Some(two)) => one == two,
        (Value::Bool(_), None) => false,
        _ => equals_json(node, listed),
    }
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
        Value::Str(text) => python::float(text),
        _ => number(node),
    }
}
