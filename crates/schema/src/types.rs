//! The types of JSON Schema, as cfn-lint applies them to Python values.

use cfn_warden_syntax::python;
use cfn_warden_syntax::{Node, Value};

/// Returns whether a value has a type. Booleans are not numbers; 1.0 is an integer.
pub fn is_type(node: Node<'_>, name: &str) -> bool {
    match name {
        "array" => matches!(node.value, Value::List(_)),
        "boolean" => matches!(node.value, Value::Bool(_)),
        "integer" => match node.value {
            Value::Int(_) | Value::BigInt(_) => true,
            Value::Float(number) => number.is_finite() && number.fract() == 0.0,
            _ => false,
        },
        "object" => matches!(node.value, Value::Map(_)),
        "null" => matches!(node.value, Value::Null),
        "number" => matches!(node.value, Value::Int(_) | Value::BigInt(_) | Value::Float(_)),
        "string" => matches!(node.value, Value::Str(_)),
        "date" => matches!(node.value, Value::Date(_)),
        _ => false,
    }
}

/// Returns whether CloudFormation accepts a value for a type, including its conversions between strings and other
/// scalars.
pub fn passes_for(node: Node<'_>, name: &str) -> bool {
    match (name, node.value) {
        ("object" | "array" | "null", _) | (_, Value::Null) => is_type(node, name),
        ("string", value) => !matches!(value, Value::Map(_) | Value::List(_)),
        ("number" | "integer", Value::Int(_) | Value::BigInt(_)) | ("number", Value::Float(_)) => true,
        ("integer", Value::Float(number)) => number.is_finite(),
        ("number", Value::Str(text)) => python::float(text).is_some(),
        ("integer", Value::Str(text)) => python::is_int(text),
        ("boolean", Value::Bool(_)) => true,
        ("boolean", Value::Str(text)) => matches!(text, "true" | "True" | "TRUE" | "false" | "False" | "FALSE"),
        _ => false,
    }
}
