//! Messages of schema rules.

use std::borrow::Cow;

use super::cfn_lint::render;
use super::operand;
use cfn_warden_schema::{Assertion, Evaluation, Message, Step, Violation, ViolationKind};
use cfn_warden_syntax::python;

/// Message templates of a rule by violated keyword, with these placeholders:
///
/// | placeholder | value |
/// |---|---|
/// | `{message}` | message of the violation |
/// | `{value}` | value that violates the schema |
/// | `{limit}` | value of a keyword that limits a number |
/// | `{first}`, `{last}` | first and last step of the path from the rule's value to the violating value |
/// | `{instance}` | value that the rule checks |
/// | `{property:X}` | property of the rule's value, as Python's `repr` |
/// | `{plain:X}` | property of the rule's value, as Python's `str` |
/// | `{present:X,Y}` | listed keys that the rule's value has |
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MessageTemplate {
    /// Templates by keyword symbol; [`NO_KEYWORD`](cfn_warden_schema::violation::NO_KEYWORD) for the schema `false`.
    pub by_keyword: Cow<'static, [(u32, &'static str)]>,
    /// Template for all other keywords.
    pub default: &'static str,
}

impl MessageTemplate {
    /// The unchanged message of the violation.
    pub const VIOLATION: MessageTemplate = MessageTemplate::of_all("{message}");

    /// Creates a template for all keywords.
    pub const fn of_all(template: &'static str) -> MessageTemplate {
        MessageTemplate {
            by_keyword: Cow::Borrowed(&[]),
            default: template,
        }
    }

    /// Renders the message for a violation in the value of an assertion.
    pub fn render<'a>(
        &self,
        evaluation: &Evaluation<'a>,
        assertion: &Assertion<'a, '_>,
        violation: &Violation<'a>,
    ) -> ViolationKind<'a> {
        let own = self
            .by_keyword
            .iter()
            .find(|(keyword, _)| *keyword == violation.keyword);
        let template = own.map_or(self.default, |(_, template)| *template);
        if template == "{message}" {
            return violation.kind;
        }
        if !template.contains('{') {
            return Message::text(template).into();
        }
        let mut rendered = String::new();
        let mut rest = template;
        while let Some((before, after)) = rest.split_once('{') {
            rendered.push_str(before);
            let (name, tail) = after.split_once('}').unwrap_or((after, ""));
            rendered.push_str(&placeholder(assertion, violation, name));
            rest = tail;
        }
        rendered.push_str(rest);
        Message::text(evaluation.arena.alloc_str(&rendered)).into()
    }
}

/// Returns the value of a placeholder.
fn placeholder<'a>(assertion: &Assertion<'a, '_>, violation: &Violation<'a>, name: &str) -> String {
    let of = |name| assertion.instance.get(name);
    match name.split_once(':') {
        Some(("property", name)) => of(name).map_or_else(|| "None".to_owned(), python::repr),
        Some(("plain", name)) => of(name).map_or_else(|| "None".to_owned(), python::str),
        Some((_, names)) => present(assertion, names),
        None => match name {
            "value" => python::repr(violation.instance),
            "limit" => limit(&violation.kind),
            "instance" => python::repr(assertion.instance),
            "first" => step(violation, assertion.cx.instance_path.len()),
            "last" => step(violation, violation.instance_path.len().saturating_sub(1)),
            _ => render(&violation.kind),
        },
    }
}

/// Formats the number that a value is compared with; empty for other violations.
fn limit(kind: &ViolationKind<'_>) -> String {
    match *kind {
        ViolationKind::Minimum { limit, .. }
        | ViolationKind::Maximum { limit, .. }
        | ViolationKind::ExclusiveMinimum { limit, .. }
        | ViolationKind::ExclusiveMaximum { limit, .. } => operand::value(limit).to_string(),
        _ => String::new(),
    }
}

/// Returns the keys of an assertion's value that are among comma-separated names, formatted as a list.
fn present(assertion: &Assertion<'_, '_>, names: &str) -> String {
    let keys = assertion
        .instance
        .as_map()
        .unwrap_or_default()
        .iter()
        .filter_map(|entry| entry.key.as_str());
    let present = keys
        .filter(|key| names.split(',').any(|name| name == *key))
        .map(python::repr_str);
    format!("[{}]", present.collect::<Vec<_>>().join(", "))
}

/// Formats a step of the path to a violation; `position` counts from the root.
fn step(violation: &Violation<'_>, position: u32) -> String {
    match violation.instance_path.nth(position) {
        Some(Step::Key(key)) => python::repr(key),
        Some(Step::Name(name)) => python::repr_str(name),
        Some(Step::Index(index)) => index.to_string(),
        None => String::new(),
    }
}
