//! When two values of a template are the same value, and in which order the sides of an `Fn::Equals` stand.

use cfn_warden_syntax::python::{self, repr_str};
use cfn_warden_syntax::{Node, Value};

/// The text of a value, equal for values that cfn-lint considers the same: types matter, the order of keys does not.
/// (cfn-lint treats `1` and `true` as one value, whichever comes first; here they differ.)
pub fn identity(node: Node<'_>) -> String {
    match node.value {
        Value::List(items) => {
            let items: Vec<_> = items.iter().map(|item| identity(*item)).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Map(entries) => {
            let mut entries: Vec<_> =
                entries.iter().map(|entry| format!("{}: {}", identity(entry.key), identity(entry.value))).collect();
            entries.sort_unstable();
            format!("{{{}}}", entries.join(", "))
        }
        _ => python::repr(node),
    }
}

/// The text of a scalar as Python's `str()` gives it; a collection as its identity.
pub(super) fn text(node: Node<'_>) -> String {
    match node.value {
        Value::Str(text) => text.to_owned(),
        _ => identity(node),
    }
}

/// The identity of a `Ref` to a name.
pub(super) fn reference(name: &str) -> String {
    format!("{{'Ref': {}}}", repr_str(name))
}

/// Whether the reference's walk takes the second side of an `Fn::Equals` for the first. It sorts the list in place, so
/// the paths of findings in it count from the sorted order: literals before functions, functions by their names.
///
/// Source: cfn-lint 1.58.0, `context/conditions/_equals.py`; the comparison is not antisymmetric for two functions of
/// one name, which therefore change places.
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
