//! How to fix a violation, as far as its kind says it. The pages of rules have general advice.

use super::filling::Facts;
use super::form;
use super::shown::{self, Choices, code, names, shown, shown_value};
use super::subject::Subject;
use crate::reasons::alternatives;
use cfn_warden_schema::{
    Circumstance, Count, Json, Knowledge, Violation, ViolationKind as Kind, keyword,
};
use cfn_warden_syntax::{Known, Node, Text, Value, text};

/// Returns one sentence that says how to fix a violation; `None` if its kind does not say more than its rule.
pub fn of(facts: &Facts<'_, '_>) -> Option<Text> {
    let Facts {
        violation,
        subject,
        context,
        ..
    } = *facts;
    let kind = match violation.kind {
        // Writing another value in place of the function would be the wrong fix.
        Kind::Circumstanced {
            circumstance: Circumstance::Function(_),
            ..
        } => return None,
        Kind::Circumstanced { violated, .. } => *violated,
        kind => kind,
    };
    let sentence = match kind {
        Kind::AdditionalProperties {
            key,
            similar: Some(similar),
        } => {
            text!("Rename {} to {}.", shown(key), code(similar))
        }
        Kind::AdditionalProperties { key, similar: None } => {
            text!("Remove {}, or correct its name.", shown(key))
        }
        Kind::FalseSchema { .. } => text!("Remove {}.", subject),
        Kind::Const { expected } => text!("Set {} to {}.", subject, shown_value(expected)),
        Kind::Enum { instance, allowed } => {
            let choices = facts.choices(|| Choices::of_value(instance, allowed));
            write(choices).or_else(|| Some(text!("Set {} to {}.", subject, choices.whole()?)))?
        }
        Kind::EnumCaseInsensitive { allowed, .. } => {
            let allowed = || allowed.items().map(shown::json_text);
            write(facts.choices(|| Choices::of(violation.instance.as_str(), allowed())))?
        }
        Kind::Undeclared { instance, declared } => {
            write(&Choices::of_declared(instance.as_str(), declared))?
        }
        Kind::UnknownMapKey { key, declared, .. } => {
            write(facts.choices(|| Choices::of_declared(key.as_str(), declared)))?
        }
        Kind::MissingTransform { transform } => {
            text!(
                "Add `Transform: {}` at the top of the template.",
                Known(transform)
            )
        }
        Kind::AnyOf { .. } | Kind::OneOf { .. } => {
            let names: Vec<Text> = alternatives(violation)?.into_iter().map(code).collect();
            text!("Add {} to {}.", shown::either(&names), subject.place())
        }
        Kind::Minimum { limit, .. } => text!("Use {} or more.", shown_value(limit)),
        Kind::Maximum { limit, .. } => text!("Use {} or less.", shown_value(limit)),
        Kind::Type { types, .. } if subject.is_condition(types) => return None,
        Kind::Type { instance, types } => as_type(instance, types, violation.schema)?,
        Kind::UniqueKeys { keys } => {
            text!(
                "Remove one of the two items, or give it another {}.",
                names(&shown::texts(keys))
            )
        }
        Kind::UniqueItems => text!("Remove the repeated item from {}.", subject),
        Kind::Required { property } => {
            match form_of(violation, property, subject, context.knowledge) {
                Some(form) => text!("Add {}, {}, to {}.", code(property), form, subject.place()),
                None => text!("Add {} to {}.", code(property), subject.place()),
            }
        }
        Kind::RequiredOr { properties } | Kind::RequiredXor { properties } => {
            let properties = shown::texts(properties);
            let has_any = properties
                .iter()
                .any(|name| violation.instance.get(name).is_some());
            // `NotAction` and the like are rarely meant where nothing is written.
            let is_inverse = |name: &&str| {
                name.strip_prefix("Not")
                    .is_some_and(|base| properties.contains(&base))
            };
            let usual: Vec<&str> = properties
                .iter()
                .copied()
                .filter(|name| !is_inverse(name))
                .collect();
            match usual.as_slice() {
                _ if has_any => text!("Keep one of {}.", names(&properties)),
                [only] => text!("Add {}{}.", code(only), example(only).unwrap_or_default()),
                _ => text!("Add one of {}.", names(&properties)),
            }
        }
        Kind::DependentRequired { property, required } => {
            text!("Add {} next to {}.", code(required), code(property))
        }
        Kind::DependentExcluded { property, excluded } => {
            text!("Remove {} or {}.", code(excluded), code(property))
        }
        Kind::Rule(message) => text!("Write {}.", code(facts.similar_type(&message)?)),
        kind if has_general_page(violation) => of_limit(kind, facts)?,
        _ => return None,
    };
    Some(sentence)
}

/// Returns an example of a key of policy statements.
fn example(key: &str) -> Option<&'static str> {
    match key {
        "Action" => Some(", for example `Action: s3:GetObject`"),
        "Principal" => Some(
            ", for example `Principal: {AWS: ACCOUNT_ID}` or `Principal: {Service: SERVICE.amazonaws.com}`",
        ),
        "Resource" => Some(", for example `Resource: !GetAtt BUCKET.Arn`"),
        _ => None,
    }
}

/// Returns whether the page of a violation's rule is about a keyword for all properties.
fn has_general_page(violation: &Violation<'_>) -> bool {
    violation
        .rule
        .is_none_or(|rule| matches!(rule.as_str(), "E3031" | "E3032" | "E3033"))
}

/// Returns how to fix a value that is beyond a limit or does not match a pattern.
fn of_limit(kind: Kind<'_>, facts: &Facts<'_, '_>) -> Option<Text> {
    let subject = facts.subject;
    Some(match kind {
        Kind::MaxLength(Count { limit, .. }) => {
            text!(
                "Shorten {} to at most {}.",
                subject,
                counted(limit, "character")
            )
        }
        Kind::MinLength(Count { found: 0, .. }) => text!("Give {} a value, or remove it.", subject),
        Kind::MinLength(Count { limit, .. }) => {
            text!("Give {} at least {}.", subject, counted(limit, "character"))
        }
        Kind::MaxItems(Count { limit, .. }) => {
            text!("Keep at most {} in {}.", counted(limit, "item"), subject)
        }
        Kind::Items { limit, .. } => text!(
            "Keep at most {} in {}.",
            shown::quantity(limit, "item"),
            subject
        ),
        Kind::MinItems(Count { limit, .. }) => {
            text!("Write at least {} in {}.", counted(limit, "item"), subject)
        }
        Kind::MaxProperties(Count { limit, .. }) => {
            text!("Keep at most {} in {}.", counted(limit, "key"), subject)
        }
        Kind::MinProperties(Count { limit, .. }) => {
            text!("Write at least {} in {}.", counted(limit, "key"), subject)
        }
        Kind::Pattern { instance, pattern } => match facts.refused(instance, pattern) {
            Some(characters) => text!("Remove or replace {} in {}.", characters, subject),
            None => text!("Write a value that matches {}.", shown_value(pattern)),
        },
        _ => return None,
    })
}

/// Returns the form of a property that is missing.
fn form_of(
    violation: &Violation<'_>,
    property: &str,
    subject: &Subject<'_>,
    knowledge: &Knowledge,
) -> Option<Text> {
    let root = knowledge.resource(subject.resource_type()?)?;
    form::of_property(violation.schema?, property, root)
}

/// Formats the limit of a keyword and its unit.
fn counted(limit: Json<'_>, unit: &'static str) -> Text {
    match shown::json_text(limit).as_str() {
        "1" => text!("1 {}", unit),
        limit => text!("{} {}s", Known(limit), unit),
    }
}

fn write(choices: &Choices) -> Option<Text> {
    choices
        .suggestion()
        .map(|nearest| text!("Write {}.", nearest))
}

/// Returns how to write a value of a type; `None` if the value is none that only has to be written otherwise.
fn as_type(instance: Node<'_>, types: Json<'_>, schema: Option<Json<'_>>) -> Option<Text> {
    let is_scalar = !matches!(instance.value, Value::List(_) | Value::Map(_));
    let required = schema.and_then(|schema| schema.keyword(keyword::REQUIRED));
    let required = required.map(shown::texts).unwrap_or_default();
    if types.as_str() == Some("object") && !required.is_empty() && !shown::is_function(instance) {
        return Some(text!(
            "Write an object with {}: one `Key: value` per line.",
            names(&required)
        ));
    }
    let advice = match types.as_str()? {
        _ if shown::is_function(instance) => return None,
        "array" => "Write a list: one item per line, each after `- `.",
        "object" => "Write an object: one `Key: value` per line.",
        "integer" if is_scalar => "Write a whole number without a unit.",
        "number" if is_scalar => "Write a number without a unit.",
        "boolean" if is_scalar => "Write `true` or `false`.",
        "string" if is_scalar => "Put quotes around the value, so that it is a string.",
        _ => return None,
    };
    Some(advice.into())
}
