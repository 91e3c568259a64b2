//! Messages of schema rules.

use std::borrow::Cow;

use super::cfn_lint::render;
use super::operand;
use cfn_warden_schema::{Message, Site, Step, Violation, ViolationKind, Walk};
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
        MessageTemplate { by_keyword: Cow::Borrowed(&[]), default: template }
    }

    /// Renders the message for a violation in the value at a site.
    pub fn render<'a>(&self, walk: &Walk<'a>, site: &Site<'a, '_>, violation: &Violation<'a>) -> ViolationKind<'a> {
        let own = self.by_keyword.iter().find(|(keyword, _)| *keyword == violation.keyword);
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
            rendered.push_str(&placeholder(site, violation, name));
            rest = tail;
        }
        rendered.push_str(rest);
        Message::text(walk.arena.alloc_str(&rendered)).into()
    }
}

/// Returns the value of a placeholder.
fn placeholder<'a>(site: &Site<'a, '_>, violation: &Violation<'a>, name: &str) -> String {
    let of = |name| site.instance.get(name);
    match name.split_once(':') {
        Some(("property", name)) => of(name).map_or_else(|| "None".to_owned(), python::repr),
        Some(("plain", name)) => of(name).map_or_else(|| "None".to_owned(), python::str),
        Some((_, names)) => present(site, names),
        None => match name {
            "value" => python::repr(violation.instance),
            "limit" => limit(&violation.kind),
            "instance" => python::repr(site.instance),
            "first" => step(violation, site.cx.trail.len()),
            "last" => step(violation, violation.trail.len().saturating_sub(1)),
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
        | ViolationKind::ExclusiveMaximum { limit, .. } => operand::value(limit),
        _ => String::new(),
    }
}

/// Returns the keys of a site's value that are among comma-separated names, formatted as a list.
fn present(site: &Site<'_, '_>, names: &str) -> String {
    let keys = site.instance.as_map().unwrap_or_default().iter().filter_map(|entry| entry.key.as_str());
    let present = keys.filter(|key| names.split(',').any(|name| name == *key)).map(python::repr_str);
    format!("[{}]", present.collect::<Vec<_>>().join(", "))
}

/// Formats a step of the path to a violation; `position` counts from the root.
fn step(violation: &Violation<'_>, position: u32) -> String {
    match violation.trail.nth(position) {
        Some(Step::Key(key)) => python::repr(key),
        Some(Step::Name(name)) => python::repr_str(name),
        Some(Step::Index(index)) => index.to_string(),
        None => String::new(),
    }
}
