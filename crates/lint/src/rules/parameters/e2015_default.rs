//! A parameter's default, and what the parameter allows.

use std::borrow::Cow;

use crate::Rule;
use crate::rule::{Check, Lint, Sink};
use cfn_warden_schema::pattern::Pattern;
use cfn_warden_schema::{Fault, InstancePath, Step};
use cfn_warden_syntax::python;
use cfn_warden_syntax::{Node, NodeId, Value};
use cfn_warden_template::parameter::is_documented_list;

/// E2015
pub static RULE: Rule = Rule { id: "E2015", tags: &["parameters"], checks: Cow::Borrowed(&[Check::Template(check)]) };

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    for entry in lint.template.root.get("Parameters").and_then(|node| node.as_map()).unwrap_or_default() {
        let parameter = entry.value;
        let Some(kind) = parameter.get("Type").and_then(|kind| kind.as_str()) else { continue };
        let Some(default) = parameter.entry("Default") else { continue };
        if matches!(default.value.value, Value::Null) {
            continue;
        }
        let pattern =
            parameter.get("AllowedPattern").and_then(|pattern| pattern.as_str()).filter(|text| !text.is_empty());
        let pattern = pattern.and_then(|pattern| Pattern::compile(pattern).ok());
        let fits = |text: &str| match &pattern {
            Some(pattern) => lint.walk.budget.matches(|steps| pattern.matches(text, steps)),
            None => true,
        };
        let whole = faults(parameter, default.value, &fits);
        let mut found = whole.clone();
        if is_documented_list(kind) {
            let text = python::str(default.value);
            let part = |part: &str| faults(parameter, Node { id: NodeId(0), value: Value::Str(part.trim()) }, &fits);
            let parts: Vec<&str> = text.split(',').flat_map(part).collect();
            // A list is reported where both an item and the whole text are not allowed.
            if parts.is_empty() || whole.is_empty() {
                continue;
            }
            found.extend(parts);
        }
        let trail = InstancePath::ROOT.names(lint.arena, ["Parameters"]).step(lint.arena, Step::Key(entry.key));
        let trail = trail.step(lint.arena, Step::Key(default.key));
        for words in found {
            sink.report(trail, default.value, Fault::plain(words));
        }
    }
}

/// What of its parameter a default does not fit; `fits` says whether a text fits the pattern.
fn faults(parameter: Node<'_>, default: Node<'_>, fits: &dyn Fn(&str) -> bool) -> Vec<&'static str> {
    let get = |name: &str| parameter.get(name).filter(|node| !matches!(node.value, Value::Null));
    let whole = |node: Node<'_>| match node.value {
        Value::Int(number) => Some(number),
        Value::Bool(value) => Some(i64::from(value)),
        _ => None,
    };
    let default_text = python::str(default);
    let length = i64::try_from(default_text.chars().count()).unwrap_or(i64::MAX);
    let bound = |name: &str| get(name).and_then(whole);
    let mut found = Vec::new();
    if !fits(&default_text) {
        found.push("Default should be allowed by AllowedPattern");
    }
    if let (Some(default), Some(least)) = (whole(default), bound("MinValue").filter(|least| *least != 0))
        && default < least
    {
        found.push("Default should be equal to or higher than MinValue");
    }
    if let (Some(default), Some(most)) = (whole(default), bound("MaxValue"))
        && default > most
    {
        found.push("Default should be less than or equal to MaxValue");
    }
    if get("AllowedValues").is_some_and(|allowed| !holds(allowed, default)) {
        found.push("Default should be a value within AllowedValues");
    }
    if bound("MinLength").is_some_and(|least| length < least) {
        found.push("Default should have a length above or equal to MinLength");
    }
    if bound("MaxLength").is_some_and(|most| length > most) {
        found.push("Default should have a length below or equal to MaxLength");
    }
    found
}

/// Python's `in`, but that all is in an empty collection: a value of a list, a key of a map, a part of a text.
fn holds(collection: Node<'_>, value: Node<'_>) -> bool {
    match collection.value {
        Value::List(items) => items.is_empty() || items.iter().any(|item| same(*item, value)),
        Value::Map(entries) => entries.is_empty() || entries.iter().any(|entry| same(entry.key, value)),
        Value::Str(text) => text.is_empty() || value.as_str().is_none_or(|part| text.contains(part)),
        _ => true,
    }
}

/// Python's `==`: numbers and truth values by their value, texts only with texts.
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
