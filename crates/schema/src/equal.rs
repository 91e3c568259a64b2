//! Equality of template values and schema values; see [`python`].

use super::pack::Json;
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

/// Returns whether the list of an `enum` contains a value; see [`is_listed`].
pub fn is_among(node: Node<'_>, list: Json<'_>) -> bool {
    let equals = |listed: Json<'_>| is_listed(node, listed);
    match node.value {
        // It equals itself, and a text that spells a boolean, with which all others count as false.
        Value::Str(text) if !python::spells_truth(text) => {
            list.has_text(text)
                || list
                    .items()
                    .filter(|listed| listed.can_have_length(&[4, 5]))
                    .any(equals)
        }
        _ => list.items().any(equals),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inline::pack;
    use cfn_warden_syntax::NodeId;

    #[test]
    fn an_enum_contains_what_is_equal_to_one_of_its_values() {
        const TEXTS: &[&str] = &[
            "", "a", "b", "no", "true", "TRUE", "tree", "false", "False", "falsy", "1", "1.5",
            "None",
        ];
        let listed = TEXTS.iter().map(|text| format!("[{text:?}]"));
        let others = [
            "[]",
            "[1, 1.5]",
            "[true]",
            "[null, false]",
            r#"["a", 1, "false"]"#,
            r#"[["a"], {"a": 1}]"#,
        ];
        for json in listed.chain(others.map(String::from)) {
            let list = pack(&json);
            let texts = TEXTS.iter().map(|text| Value::Str(text));
            for value in texts.chain([
                Value::Int(1),
                Value::Float(1.5),
                Value::Bool(false),
                Value::Null,
            ]) {
                let node = Node {
                    id: NodeId(0),
                    value,
                };
                let expected = list.root().items().any(|listed| is_listed(node, listed));
                assert_eq!(is_among(node, list.root()), expected, "{node:?} in {json}");
            }
        }
        let node = |text| Node {
            id: NodeId(0),
            value: Value::Str(text),
        };
        let false_text = pack(r#"["false"]"#);
        assert!(
            is_among(node("any"), false_text.root()) && !is_among(node("true"), false_text.root())
        );
        assert!(!is_among(node("any"), pack(r#"["other", "ant"]"#).root()));
    }
}
