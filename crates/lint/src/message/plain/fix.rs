//! How to fix a violation, as far as its kind says it. The pages of rules have general advice.

use super::rules::similar_type;
use super::shown::{self, Choices, code, names, shown, shown_value};
use super::subject::Subject;
use crate::reasons::alternatives;
use cfn_warden_schema::{Circumstance, Json, Knowledge, Violation, ViolationKind as Kind};
use cfn_warden_syntax::{Node, Value};

/// Returns one sentence that says how to fix a violation; `None` if its kind does not say more than its rule.
pub fn of(violation: &Violation<'_>, subject: &Subject<'_>, knowledge: &Knowledge) -> Option<String> {
    let kind = match violation.kind {
        // Writing another value in place of the function would be the wrong fix.
        Kind::Circumstanced { circumstance: Circumstance::Function(_), .. } => return None,
        Kind::Circumstanced { violated, .. } => *violated,
        kind => kind,
    };
    let sentence = match kind {
        Kind::AdditionalProperties { key, similar: Some(similar) } => {
            format!("Rename {} to {}.", shown(key), code(similar))
        }
        Kind::AdditionalProperties { key, similar: None } => format!("Remove {}, or correct its name.", shown(key)),
        Kind::FalseSchema { .. } => format!("Remove {subject}."),
        Kind::Const { expected } => format!("Set {subject} to {}.", shown_value(expected)),
        Kind::Enum { instance, allowed } => write(&Choices::of_value(instance, allowed))?,
        Kind::EnumCaseInsensitive { allowed, .. } => {
            write(&Choices::of(violation.instance.as_str(), allowed.items().map(shown::json_text)))?
        }
        Kind::Undeclared { instance, declared } => write(&Choices::of(instance.as_str(), owned(declared)))?,
        Kind::UnknownMapKey { key, declared, .. } => write(&Choices::of(key.as_str(), owned(declared)))?,
        Kind::MissingTransform { transform } => format!("Add `Transform: {transform}` at the top of the template."),
        Kind::AnyOf { .. } | Kind::OneOf { .. } => {
            let names: Vec<String> = alternatives(violation)?.into_iter().map(code).collect();
            format!("Add {} to {}.", shown::either(&names), subject.place())
        }
        Kind::Minimum { limit, .. } => format!("Use {} or more.", shown_value(limit)),
        Kind::Maximum { limit, .. } => format!("Use {} or less.", shown_value(limit)),
        Kind::Type { instance, types } => as_type(instance, types)?,
        Kind::UniqueItems => format!("Remove the repeated item from {subject}."),
        Kind::Required { property } => format!("Add {} to {}.", code(property), subject.place()),
        Kind::RequiredOr { properties } | Kind::RequiredXor { properties } => {
            let properties: Vec<&str> = properties.items().filter_map(Json::as_str).collect();
            let has_any = properties.iter().any(|name| violation.instance.get(name).is_some());
            format!("{} one of {}.", if has_any { "Keep" } else { "Add" }, names(&properties))
        }
        Kind::DependentRequired { property, required } => {
            format!("Add {} next to {}.", code(required), code(property))
        }
        Kind::DependentExcluded { property, excluded } => {
            format!("Remove {} or {}.", code(excluded), code(property))
        }
        Kind::Rule(message) => format!("Write {}.", code(similar_type(violation.rule, &message, knowledge)?)),
        _ => return None,
    };
    Some(sentence)
}

fn write(choices: &Choices) -> Option<String> {
    choices.nearest().map(|nearest| format!("Write {}.", code(nearest)))
}

fn owned(names: &[&str]) -> impl Iterator<Item = String> {
    names.iter().map(|name| (*name).to_owned())
}

/// Returns how to write a value of a type; `None` if the value is none that only has to be written otherwise.
fn as_type(instance: Node<'_>, types: Json<'_>) -> Option<String> {
    let is_scalar = !matches!(instance.value, Value::List(_) | Value::Map(_));
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
    Some(advice.to_owned())
}
