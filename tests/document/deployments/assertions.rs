//! A second evaluation of `Rules`, for one deployment.

use std::collections::BTreeMap;

use cfn_warden_syntax::{Node, Value};
use cfn_warden_template::function::{Function, lone_function};

/// The texts of each parameter.
pub type Values = BTreeMap<String, Vec<String>>;

/// Returns whether the values violate an assertion; `None` if that depends on more than comparisons of parameters with
/// literals.
pub fn is_violated(rules: Node<'_>, values: &Values) -> Option<bool> {
    let mut violated = Some(false);
    for rule in rules.as_map()? {
        let applies = rule
            .value
            .get("RuleCondition")
            .map_or(Some(true), |node| holds(node, values));
        for assertion in rule.value.get("Assertions")?.as_list()? {
            let assertion = holds(assertion.get("Assert")?, values);
            violated = or(violated, and(applies, assertion.map(|holds| !holds)));
        }
    }
    violated
}

fn holds(node: Node<'_>, values: &Values) -> Option<bool> {
    let (function, entry) = lone_function(node)?;
    let parts = entry.value.as_list()?;
    match (function, parts) {
        (Function::Not, [inner]) => holds(*inner, values).map(|holds| !holds),
        (Function::And, _) => all(parts.iter().map(|part| holds(*part, values))),
        (Function::Or, _) => any(parts.iter().map(|part| holds(*part, values))),
        (Function::Equals, [one, other]) => equal(*one, *other, values),
        (Function::Contains, [list, value]) => contains(*list, *value, values),
        (Function::EachMemberEquals, [list, value]) => all(list
            .as_list()?
            .iter()
            .map(|item| equal(*item, *value, values))),
        _ => None,
    }
}

fn contains(list: Node<'_>, value: Node<'_>, values: &Values) -> Option<bool> {
    any(list
        .as_list()?
        .iter()
        .map(|item| equal(*item, value, values)))
}

/// Compares a literal with a literal or parameter.
fn equal(one: Node<'_>, other: Node<'_>, values: &Values) -> Option<bool> {
    let texts = |node: Node<'_>| match (node.value, lone_function(node)) {
        (Value::Str(text), _) => Some(vec![text.to_owned()]),
        (_, Some((Function::Ref, name))) => values.get(name.value.as_str()?).cloned(),
        _ => None,
    };
    let is_literal = [one, other].iter().any(|side| side.as_str().is_some());
    let (one, other) = (texts(one)?, texts(other)?);
    is_literal.then_some(one == other)
}

fn any(values: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut any = Some(false);
    for value in values {
        any = or(any, value);
    }
    any
}

fn all(values: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    any(values.map(|value| value.map(|holds| !holds))).map(|holds| !holds)
}

fn or(one: Option<bool>, other: Option<bool>) -> Option<bool> {
    match (one, other) {
        (Some(true), _) | (_, Some(true)) => Some(true),
        (Some(false), Some(false)) => Some(false),
        _ => None,
    }
}

fn and(one: Option<bool>, other: Option<bool>) -> Option<bool> {
    or(one.map(|holds| !holds), other.map(|holds| !holds)).map(|holds| !holds)
}
