//! Checks the default of a parameter against its constraints.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::{Check, Lint, Sink};
use cfn_warden_schema::pattern::Pattern;
use cfn_warden_schema::{InstancePath, Message, Step};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::python;
use cfn_warden_syntax::{Node, NodeId, Value};
use cfn_warden_template::parameter::is_documented_list;
use cfn_warden_template::{Compat, Quirk};

pub static RULE: Rule = Rule {
    id: RuleId::new("E2015"),
    tags: &["parameters"],
    checks: Cow::Borrowed(&[Check::Template(check)]),
};

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    for entry in lint
        .template
        .root
        .get("Parameters")
        .and_then(|node| node.as_map())
        .unwrap_or_default()
    {
        let parameter = entry.value;
        let Some(kind) = parameter.get("Type").and_then(|kind| kind.as_str()) else {
            continue;
        };
        let Some(default) = parameter.entry("Default") else {
            continue;
        };
        if matches!(default.value.value, Value::Null) {
            continue;
        }
        let pattern = parameter
            .get("AllowedPattern")
            .and_then(|pattern| pattern.as_str())
            .filter(|text| !text.is_empty());
        let pattern = pattern.and_then(|pattern| Pattern::compile(pattern).ok());
        let matches = |text: &str| match &pattern {
            Some(pattern) => lint
                .evaluation
                .budget
                .matches(|steps| pattern.try_matches(text, steps)),
            None => true,
        };
        let comparison = Comparison {
            compat: lint.settings.compat,
            is_number: kind == "Number",
        };
        let whole = violations(parameter, default.value, comparison, &matches);
        let mut found = whole.clone();
        if is_documented_list(kind) {
            let text = python::str(default.value);
            let part = |part: &str| {
                let part = Node {
                    id: NodeId(0),
                    value: Value::Str(part.trim()),
                };
                violations(parameter, part, comparison, &matches)
            };
            let parts: Vec<&str> = text.split(',').flat_map(part).collect();
            // A list is reported if both an item and the whole string are not allowed.
            if parts.is_empty() || whole.is_empty() {
                continue;
            }
            found.extend(parts);
        }
        let instance_path = InstancePath::ROOT
            .names(lint.arena, ["Parameters"])
            .step(lint.arena, Step::Key(entry.key));
        let instance_path = instance_path.step(lint.arena, Step::Key(default.key));
        for message in found {
            sink.report(instance_path, default.value, Message::text(message));
        }
    }
}

/// How a default is compared with the allowed values.
#[derive(Clone, Copy)]
struct Comparison {
    compat: Compat,
    is_number: bool,
}

/// Returns the violations of a default; `matches` returns whether a string matches the pattern.
fn violations(
    parameter: Node<'_>,
    default: Node<'_>,
    comparison: Comparison,
    matches: &dyn Fn(&str) -> bool,
) -> Vec<&'static str> {
    let get = |name: &str| {
        parameter
            .get(name)
            .filter(|node| !matches!(node.value, Value::Null))
    };
    let whole = |node: Node<'_>| match node.value {
        Value::Int(number) => Some(number),
        Value::Bool(value) => Some(i64::from(value)),
        _ => None,
    };
    let default_text = python::str(default);
    let length = i64::try_from(default_text.chars().count()).unwrap_or(i64::MAX);
    let bound = |name: &str| get(name).and_then(whole);
    let mut found = Vec::new();
    if !matches(&default_text) {
        found.push("Default should be allowed by AllowedPattern");
    }
    if let (Some(default), Some(minimum)) = (
        whole(default),
        bound("MinValue").filter(|minimum| *minimum != 0),
    ) && default < minimum
    {
        found.push("Default should be equal to or higher than MinValue");
    }
    if let (Some(default), Some(maximum)) = (whole(default), bound("MaxValue"))
        && default > maximum
    {
        found.push("Default should be less than or equal to MaxValue");
    }
    if get("AllowedValues").is_some_and(|allowed| !contains(allowed, default, comparison)) {
        found.push("Default should be a value within AllowedValues");
    }
    if bound("MinLength").is_some_and(|minimum| length < minimum) {
        found.push("Default should have a length above or equal to MinLength");
    }
    if bound("MaxLength").is_some_and(|maximum| length > maximum) {
        found.push("Default should have a length below or equal to MaxLength");
    }
    found
}

/// Implements Python's `in` for values of a list, keys of a map and substrings. Unlike in Python, an empty collection
/// contains everything.
fn contains(collection: Node<'_>, value: Node<'_>, comparison: Comparison) -> bool {
    let same = |one: Node<'_>, other: Node<'_>| match comparison.compat.has(Quirk::DefaultTypes) {
        true => same(one, other),
        false => same(one, other) || same_text(one, other, comparison.is_number),
    };
    match collection.value {
        Value::List(items) => items.is_empty() || items.iter().any(|item| same(*item, value)),
        Value::Map(entries) => {
            entries.is_empty() || entries.iter().any(|entry| same(entry.key, value))
        }
        Value::Str(text) => {
            text.is_empty() || value.as_str().is_none_or(|part| text.contains(part))
        }
        _ => true,
    }
}

/// Compares scalars as CloudFormation does, for which all parameter values are text: `"1"` is `1`, and `1.0` if the
/// parameter is a number.
fn same_text(one: Node<'_>, other: Node<'_>, is_number: bool) -> bool {
    let text = |node: Node<'_>| match node.value {
        Value::Map(_) | Value::List(_) | Value::Null => None,
        Value::Bool(value) => Some(value.to_string()),
        _ => Some(python::str(node)),
    };
    let (Some(one), Some(other)) = (text(one), text(other)) else {
        return false;
    };
    one == other
        || is_number && python::float(&one).is_some_and(|one| python::float(&other) == Some(one))
}

/// Implements Python's `==`: numbers and booleans compare by value, strings only equal strings.
fn same(one: Node<'_>, other: Node<'_>) -> bool {
    let number = |node: Node<'_>| match node.value {
        Value::Int(number) => Some(number as f64),
        Value::Float(number) => Some(number),
        Value::Bool(value) => Some(f64::from(u8::from(value))),
        _ => None,
    };
    match (number(one), number(other)) {
        (Some(one), Some(other)) => one == other,
        (None, None) => python::repr(one) == python::repr(other),
        _ => false,
    }
}
