//! Fixes of violations: edits of the source text, from the same facts as the messages.
//!
//! An edit replaces the bytes of a value, key or entry and leaves everything else as it is. Nothing is fixed where that
//! is not possible: values from transforms, anchors that are used elsewhere, merge keys, and scalars with escapes or
//! line breaks that would have to be quoted again.

mod document;
mod facts;
mod functions;
mod insertion;
mod interface;
mod names;
mod removal;
mod rules;
mod values;

use crate::message::shown::{Choices, code_name, json_text};
use cfn_warden_schema::{Circumstance, Operand, Violation, ViolationKind as Kind, keyword};
use cfn_warden_syntax::fix::{Fix, Safety};
use cfn_warden_syntax::hash::HashSet;
use cfn_warden_syntax::{Node, Value, names as similar, text};
pub use document::Document;
pub use facts::Facts;
use removal::Emptied;

/// Returns the fix of a violation, if one is possible.
pub fn of<'a>(
    document: &Document<'_, 'a>,
    violation: &Violation<'a>,
    facts: Facts<'_, 'a>,
) -> Option<Fix> {
    let kind = match violation.kind {
        // Writing another value in place of the function would be the wrong fix.
        Kind::Circumstanced {
            circumstance: Circumstance::Function(_),
            ..
        } => return None,
        Kind::Circumstanced { violated, .. } => *violated,
        kind => kind,
    };
    let rule = violation.rule.map_or("E1001", |rule| rule.as_str());
    if let Some(fix) = rules::of(document, violation, rule, facts) {
        return Some(fix);
    }
    // The value is from a parameter or a mapping, which may be right for its other uses.
    if violation.shown_at.is_some() {
        return None;
    }
    match kind {
        Kind::AdditionalProperties {
            key,
            similar: Some(similar),
        } => names::key(document, key, similar),
        Kind::AdditionalProperties { key, similar: None } => {
            let properties = violation.schema?.keyword(keyword::PROPERTIES)?;
            let similar =
                similar::nearest(key.as_str()?, properties.entries().map(|(key, _)| key.text))?;
            names::key(document, key, similar)
        }
        Kind::Enum { instance, allowed } => {
            let choices = Choices::of_value(instance, allowed);
            let nearest = choices.nearest().or(choices.only())?;
            values::nearest(document, instance, nearest)
                .or_else(|| referenced(document, violation, instance, nearest))
        }
        Kind::EnumCaseInsensitive { allowed, .. } => {
            let choices = Choices::of(violation.instance.as_str(), allowed.items().map(json_text));
            values::nearest(document, violation.instance, choices.nearest()?)
        }
        Kind::Const { expected } => values::constant(document, violation.instance, expected),
        Kind::MissingTransform { transform } => rules::add_transform(document, transform),
        Kind::Type {
            instance: Node {
                value: Value::List(_),
                ..
            },
            ..
        } if !is_as_written(document, violation) => None,
        Kind::Type { instance, types } => {
            values::of_type(document, instance, (types, violation.schema))
        }
        Kind::Minimum { instance, limit } | Kind::Maximum { instance, limit } => {
            values::limit(document, instance, limit)
        }
        Kind::UniqueItems => rules::remove_duplicates(document, violation),
        Kind::FalseSchema { .. } => {
            let name = violation.instance_path.last()?.text()?;
            let edits = removal::member(document, violation.instance_path, Emptied::Remove)?;
            Some(Fix {
                description: text!("Remove {}.", code_name(name)),
                safety: Safety::Unsafe,
                edits,
            })
        }
        Kind::Undeclared { .. } | Kind::UnknownMapKey { .. } | Kind::Rule(_) => {
            let (node, declared) = misspelled(violation.instance, kind)?;
            declared_name(document, violation, node, declared)
        }
        _ => None,
    }
}

/// Whether a list has the items that it has in the source: those that a condition removes are not in the instance.
fn is_as_written<'a>(document: &Document<'_, 'a>, violation: &Violation<'a>) -> bool {
    let written = document
        .member(violation.instance_path)
        .map(|member| member.value);
    written.is_some_and(|written| {
        let items = |list: Node<'_>| {
            list.as_list()
                .unwrap_or_default()
                .iter()
                .map(|item| item.id)
                .collect::<Vec<_>>()
        };
        items(written) == items(violation.instance)
    })
}

/// Returns the name that a violation says is not declared, with the declared ones.
fn misspelled<'a>(instance: Node<'a>, kind: Kind<'a>) -> Option<(Node<'a>, &'a [&'a str])> {
    match kind {
        Kind::Undeclared { instance, declared } => Some((instance, declared)),
        Kind::UnknownMapKey { key, declared, .. } => Some((key, declared)),
        Kind::Rule(message) => match *message.operands() {
            [
                Operand::Value(node),
                Operand::Declared(names) | Operand::Names(names),
                ..,
            ] => Some((node, names)),
            [
                Operand::Text(name),
                Operand::Declared(names) | Operand::Names(names),
                ..,
            ] => {
                let node = Node {
                    value: Value::Str(name),
                    ..instance
                };
                Some((node, names))
            }
            _ => None,
        },
        _ => None,
    }
}

/// Returns the declared name that is meant by a misspelled one.
fn nearest_declared<'a>(name: &str, declared: &[&'a str]) -> Option<&'a str> {
    let same = declared
        .iter()
        .find(|other| other.eq_ignore_ascii_case(name))
        .copied();
    same.or_else(|| similar::nearest(name, declared.iter().copied()))
}

/// Returns the declared names that violations suggest for misspelled ones, if a violation is about an unused name.
pub fn suggested_names<'a>(violations: &[Violation<'a>]) -> HashSet<&'a str> {
    let is_unused = |violation: &Violation<'_>| {
        violation
            .rule
            .is_some_and(|rule| rules::UNUSED.contains(&rule.as_str()))
    };
    let mut suggested = HashSet::default();
    let mut pending: Vec<&Violation<'a>> = match violations.iter().any(is_unused) {
        true => violations.iter().collect(),
        // Most templates have no unused names, and comparing names takes time.
        false => Vec::new(),
    };
    while let Some(violation) = pending.pop() {
        pending.extend(&violation.children);
        let kind = match violation.kind {
            Kind::Circumstanced { violated, .. } => *violated,
            kind => kind,
        };
        let nearest = misspelled(violation.instance, kind)
            .and_then(|(node, declared)| nearest_declared(node.as_str()?, declared));
        suggested.extend(nearest);
    }
    suggested
}

/// Returns the fix that writes the declared name that is most similar.
fn declared_name<'a>(
    document: &Document<'_, 'a>,
    violation: &Violation<'a>,
    node: Node<'a>,
    declared: &[&'a str],
) -> Option<Fix> {
    let name = node.as_str()?;
    let nearest = nearest_declared(name, declared)?;
    let siblings = document
        .member(violation.instance_path)
        .and_then(|member| member.owner.as_list());
    if siblings
        .unwrap_or_default()
        .iter()
        .any(|item| item.as_str() == Some(nearest))
    {
        return None;
    }
    referenced(document, violation, node, nearest)
}

fn referenced<'a>(
    document: &Document<'_, 'a>,
    violation: &Violation<'a>,
    node: Node<'a>,
    new: &str,
) -> Option<Fix> {
    let old = node.as_str().filter(|old| *old != new)?;
    let names = |node| {
        names::reference(
            document,
            violation.instance_path,
            node,
            (old, new),
            Safety::Unsafe,
        )
    };
    names(node).or_else(|| names(document.member(violation.instance_path)?.value))
}
