//! Why a rule applies: the properties on which the schema of a rule that is data depends.

use super::context::Context;
use super::filling::{simple, value_beside};
use super::shown::code;
use crate::rule::Check;
use cfn_warden_schema::{Json, Step, Violation, keyword};
use cfn_warden_syntax::{Text, text};

/// The maximum number of properties that are named.
const MOST: usize = 2;
/// The maximum nesting of conditions in a schema.
const DEPTH: usize = 6;

/// Returns the values of the properties that a rule's schema has conditions on, as the end of a message, which begins
/// with `; here`; empty if the message names them, or if there are none.
pub fn of<'a>(violation: &Violation<'a>, context: Context<'_, 'a>, message: &str) -> Text {
    let Some(rule) = violation.rule.and_then(|id| context.registry.find(id)) else {
        return Text::default();
    };
    let mut names = Vec::new();
    for check in rule.checks.iter() {
        if let Check::Schema(spec) = check
            && let Some(schema) = context.knowledge.document(spec.document)
        {
            match violation
                .schema
                .and_then(|violated| conditions_of(schema, violated, &mut Vec::new(), 0))
            {
                Some(own) => names.extend(own),
                None => conditional(schema, &mut names, 0),
            }
        }
    }
    let mut causes = Vec::new();
    for name in names {
        let is_own = violation.instance_path.last().as_ref().and_then(Step::text) == Some(name);
        let is_named =
            is_own || message.contains(&*code(name)) || message.contains(&format!("`{name}:"));
        let value = value_beside(violation, context, name)
            .filter(|_| !is_named)
            .and_then(simple);
        causes.extend(value.map(|value| text!("{} is {}", code(name), value)));
    }
    causes.truncate(MOST);
    if causes.is_empty() {
        Text::default()
    } else {
        text!("; here {}", Text::join(causes, " and "))
    }
}

/// Returns the properties that the conditions (`if`) constrain on which a part of a schema depends, the nearest first;
/// `None` if the part is not found. `above` has those around `schema`.
fn conditions_of<'p>(
    schema: Json<'p>,
    part: Json<'_>,
    above: &mut Vec<&'p str>,
    depth: usize,
) -> Option<Vec<&'p str>> {
    if schema.is_same(part) {
        return Some(above.iter().rev().copied().collect());
    }
    if depth > DEPTH {
        return None;
    }
    let outer = above.len();
    for name in constrained(schema) {
        if !above.contains(&name) {
            above.push(name);
        }
    }
    let dependent = [keyword::THEN, keyword::ELSE]
        .into_iter()
        .filter_map(|symbol| schema.keyword(symbol));
    let found = { dependent }
        .find_map(|part_of| conditions_of(part_of, part, above, depth.saturating_add(1)));
    above.truncate(outer);
    let properties = schema
        .keyword(keyword::PROPERTIES)
        .into_iter()
        .flat_map(Json::entries)
        .map(|(_, below)| below);
    found.or_else(|| {
        let mut others = branches(schema).chain(properties);
        others.find_map(|below| conditions_of(below, part, above, depth.saturating_add(1)))
    })
}

/// Collects the properties that the conditions (`if`) of a schema constrain.
fn conditional<'p>(schema: Json<'p>, names: &mut Vec<&'p str>, depth: usize) {
    if depth > DEPTH {
        return;
    }
    for name in constrained(schema) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let parts = [keyword::IF, keyword::THEN, keyword::ELSE]
        .into_iter()
        .filter_map(|symbol| schema.keyword(symbol));
    parts
        .chain(branches(schema))
        .for_each(|part| conditional(part, names, depth.saturating_add(1)));
}

/// Returns the properties that the condition of a schema constrains or requires.
fn constrained<'p>(schema: Json<'p>) -> impl Iterator<Item = &'p str> {
    let condition = schema.keyword(keyword::IF);
    let part = move |symbol| {
        condition
            .and_then(|condition| condition.keyword(symbol))
            .into_iter()
    };
    let constrained = part(keyword::PROPERTIES)
        .flat_map(Json::entries)
        .map(|(key, _)| key.text);
    constrained.chain(
        part(keyword::REQUIRED)
            .flat_map(Json::items)
            .filter_map(Json::as_str),
    )
}

/// Returns the schemas that a schema combines.
fn branches(schema: Json<'_>) -> impl Iterator<Item = Json<'_>> {
    let lists = [keyword::ALL_OF, keyword::ANY_OF, keyword::ONE_OF].into_iter();
    lists
        .filter_map(move |symbol| schema.keyword(symbol))
        .flat_map(Json::items)
}
