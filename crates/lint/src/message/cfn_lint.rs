//! cfn-lint's words for each kind of violation.

use super::operand::{self, Lists, joined, listed, sorted_keys, value};
use cfn_warden_schema::{Count, Message, ViolationKind as Kind};
use cfn_warden_syntax::python::{repr, repr_str, str};

/// Returns cfn-lint's message for a violation.
pub fn render(kind: &Kind<'_>) -> String {
    render_with(kind, Lists::Whole)
}

/// Returns cfn-lint's message for a violation, with long lists of declared names rendered as specified.
pub fn render_with(kind: &Kind<'_>, lists: Lists) -> String {
    let names = |names, meant| operand::declared(names, meant, lists);
    match *kind {
        Kind::AdditionalProperties { key, similar: None } => {
            format!(
                "Additional properties are not allowed ({} was unexpected)",
                repr(key)
            )
        }
        Kind::AdditionalProperties {
            key,
            similar: Some(similar),
        } => {
            let (key, similar) = (repr(key), repr_str(similar));
            format!(
                "Additional properties are not allowed ({key} was unexpected. Did you mean {similar}?)"
            )
        }
        Kind::PatternProperties { key, patterns } => {
            format!(
                "{} does not match any of the regexes: {}",
                repr(key),
                sorted_keys(patterns)
            )
        }
        Kind::AnyOf { instance } | Kind::OneOf { instance } => {
            format!(
                "{} is not valid under any of the given schemas",
                repr(instance)
            )
        }
        Kind::OneOfSeveral { instance, matching } => {
            let matching = joined(matching.iter().map(|schema| repr(*schema)));
            format!("{} is valid under each of {matching}", repr(instance))
        }
        Kind::Not { instance, schema } => format!(
            "{} should not be valid under {}",
            repr(instance),
            repr(schema)
        ),
        Kind::FalseSchema { instance } => format!("False schema does not allow {}", repr(instance)),
        Kind::Type { instance, types } => format!(
            "{} is not of type {}",
            repr(instance),
            operand::types(types)
        ),
        Kind::Const { expected } => format!("{} was expected", value(expected)),
        Kind::Enum { instance, allowed } => {
            format!("{} is not one of {}", repr(instance), value(allowed))
        }
        Kind::EnumCaseInsensitive { instance, allowed } => {
            format!(
                "{} is not one of {} (case-insensitive)",
                repr(instance),
                operand::lower(allowed)
            )
        }
        Kind::Undeclared { instance, declared } => {
            format!(
                "{} is not one of {}",
                repr(instance),
                names(declared, instance.as_str())
            )
        }
        Kind::UnknownMapKey {
            key,
            declared,
            map,
            top,
        } => {
            let declared = names(declared, key.as_str());
            let top = top
                .map(|top| format!(" and key {}", repr_str(top)))
                .unwrap_or_default();
            format!(
                "{} is not one of {declared} for mapping {}{top}",
                repr(key),
                repr_str(map)
            )
        }
        Kind::UnknownFirstLevelKey { key, map } => {
            format!(
                "{} is not a first level key for mapping {}",
                repr(key),
                repr_str(map)
            )
        }
        Kind::UnknownSecondLevelKey { key, top, map } => {
            let (key, top, map) = (repr(key), repr(top), repr_str(map));
            format!("{key} is not a second level key when {top} is resolved for mapping {map}")
        }
        Kind::MissingTransform { transform } => {
            format!(
                "Transform {} is required but not present in the template",
                repr_str(transform)
            )
        }
        Kind::Pattern { instance, pattern } => {
            format!("{} does not match {}", repr(instance), value(pattern))
        }
        Kind::InvalidPattern { error, .. } => {
            format!(
                "Exception {} raised while validating 'pattern'",
                repr_str(error)
            )
        }
        Kind::Format {
            instance,
            format,
            pattern: None,
        } => format!("{} is not a {}", repr(instance), repr_str(format)),
        Kind::Format {
            instance,
            format,
            pattern: Some(pattern),
        } => {
            format!(
                "{} is not a {} with pattern {}",
                repr(instance),
                repr_str(format),
                repr_str(pattern)
            )
        }
        Kind::FormatError { error, .. } => format!(
            "Exception {} raised while validating 'format'",
            repr_str(error)
        ),
        Kind::Minimum { instance, limit } => format!(
            "{} is less than the minimum of {}",
            repr(instance),
            value(limit)
        ),
        Kind::Maximum { instance, limit } => {
            format!(
                "{} is greater than the maximum of {}",
                repr(instance),
                value(limit)
            )
        }
        Kind::ExclusiveMinimum { instance, limit } => {
            format!(
                "{} is less than or equal to the minimum of {}",
                repr(instance),
                value(limit)
            )
        }
        Kind::ExclusiveMaximum { instance, limit } => {
            format!(
                "{} is greater than or equal to the maximum of {}",
                repr(instance),
                value(limit)
            )
        }
        Kind::MultipleOf { instance, unit } => {
            format!("{} is not a multiple of {}", repr(instance), str(unit))
        }
        Kind::MinLength(count) => expected("minimum length", count),
        Kind::MaxLength(count) => expected("maximum length", count),
        Kind::MinItems(count) => expected("minimum item count", count),
        Kind::MaxItems(count) => expected("maximum item count", count),
        Kind::MaxUniqueItems(count) => expected("maximum unique item count", count),
        Kind::MinProperties(count) => expected("minimum property count", count),
        Kind::MaxProperties(count) => expected("maximum property count", count),
        Kind::Items { limit, extra } => {
            let items = if limit == 1 { "item" } else { "items" };
            let shown = if let [only] = extra {
                repr(*only)
            } else {
                listed(extra.iter().map(|item| repr(*item)))
            };
            format!(
                "Expected at most {limit} {items} but found {} extra: {shown}",
                extra.len()
            )
        }
        Kind::Contains { instance } => format!(
            "{} does not contain items matching the given schema",
            repr(instance)
        ),
        Kind::MinContains { limit, found } => {
            format!(
                "Too few items match the given schema (expected at least {limit} but only {found} matched)"
            )
        }
        Kind::MaxContains { limit } => {
            format!("Too many items match the given schema (expected at most {limit})")
        }
        Kind::UniqueItems => "array items are not unique".to_owned(),
        Kind::UniqueKeys { keys } => format!("array items are not unique for keys {}", repr(keys)),
        Kind::Required { property } => format!("{} is a required property", repr_str(property)),
        Kind::RequiredOr { properties } => {
            format!("One of {} is a required property", repr(properties))
        }
        Kind::RequiredXor { properties } => {
            format!("Only one of {} is a required property", repr(properties))
        }
        Kind::DependentRequired { property, required } => {
            format!(
                "{} is a dependency of {}",
                repr_str(required),
                repr_str(property)
            )
        }
        Kind::DependentExcluded { property, excluded } => {
            format!(
                "{} should not be included with {}",
                repr_str(excluded),
                repr_str(property)
            )
        }
        // Dropped before it is reported, but rules can quote it.
        Kind::Unknown => "cannot be determined".to_owned(),
        Kind::SchemaMessage { message } => message.to_owned(),
        Kind::Rule(message) => of_rule(&message, lists),
        Kind::Circumstanced { sentence, .. } => sentence.to_owned(),
    }
}

/// Returns the number of declared names that rendering a message reads.
pub fn declared_names(kind: &Kind<'_>) -> usize {
    match kind {
        Kind::Undeclared { declared, .. } | Kind::UnknownMapKey { declared, .. } => declared.len(),
        Kind::Rule(message) => operand::declared_names(message.operands()),
        _ => 0,
    }
}

fn expected(size: &str, Count { limit, found }: Count<'_>) -> String {
    format!("expected {size}: {}, found: {found}", repr(limit))
}

fn of_rule(message: &Message<'_>, lists: Lists) -> String {
    let meant = operand::meant(message.operands());
    message
        .parts()
        .fold(String::new(), |mut text, (before, operand)| {
            text.push_str(before);
            operand::push(&mut text, operand, meant, lists);
            text
        })
}
