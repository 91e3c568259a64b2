//! Equality of template values and schema values; see [`python`].

use cfn_warden_syntax::python::{self, Kind, PyValue};
use cfn_warden_syntax::{Node, Value};

pub use cfn_warden_syntax::python::{equal as equals, unique, unique_in};

/// Returns whether a list contains a value, with the semantics of `enum`: a boolean only equals a boolean, not its
/// text.
///
/// Source: `enum` of cfn-lint 1.58.0, `jsonschema/_keywords.py`.
pub fn is_listed<'a>(node: Node<'_>, listed: impl PyValue<'a>) -> bool {
    match (node.value, listed.kind()) {
        (Value::Bool(one), Kind::Bool(two)) => one == two,
        (Value::Bool(_), _) => false,
        _ => python::equal(node, listed),
    }
}

/// Returns the number that a node holds; booleans are not numbers.
pub fn number(node: Node<'_>) -> Option<f64> {
    match node.value {
        Value::Int(number) => Some(number as f64),
        Value::BigInt(digits) => digits.parse().ok(),
        Value::Float(number) => Some(number),
        _ => None,
    }
}

/// Returns the number that range keywords compare: a number, or a string that Python's `float` accepts.
pub fn numeric(node: Node<'_>) -> Option<f64> {
    match node.value {
        Value::Str(text) => python::float(text),
        _ => number(node),
    }
}
