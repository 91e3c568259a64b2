//! When a value of a template equals a value of a schema, or another value: see [`python`](cfn_warden_syntax::python).

use cfn_warden_syntax::python::{self, Kind, PyValue};
use cfn_warden_syntax::{Node, Value};

pub use cfn_warden_syntax::python::{equal as equals, unique, unique_in};

/// Whether a value is one of a list's, as `enum` asks: a boolean is only a boolean there, not the text of one.
///
/// Source: `enum` of cfn-lint 1.58.0, `jsonschema/_keywords.py`.
pub fn is_listed<'a>(node: Node<'_>, listed: impl PyValue<'a>) -> bool {
    match (node.value, listed.kind()) {
        (Value::Bool(one), Kind::Bool(two)) => one == two,
        (Value::Bool(_), _) => false,
        _ => python::equal(node, listed),
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
