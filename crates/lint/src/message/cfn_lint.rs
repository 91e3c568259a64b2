//! cfn-lint's words for each kind of violation.

use super::operand::{
    self, Lists, joined, listed, repr, repr_json, repr_str, repr_word, sorted_keys, value,
};
use bumpalo::Bump;
use cfn_warden_schema::{Count, Message, ViolationKind as Kind};
use cfn_warden_syntax::arena::ArenaValue;
use cfn_warden_syntax::{Segment, Text, python, text};

/// Returns cfn-lint's message for a violation.
pub fn render(kind: &Kind<'_>) -> String {
    render_text(kind).to_string()
}

/// Returns cfn-lint's message for a violation, with its operands.
pub fn render_text(kind: &Kind<'_>) -> Text {
    render_with(kind, Lists::Whole)
}

/// Moves a sentence into an arena, for [`Kind::Circumstanced`].
pub fn keep_sentence<'a>(arena: &'a Bump, sentence: &Text) -> &'a [Segment<'a>] {
    let segments: Vec<Segment<'a>> = sentence
        .segments()
        .map(|segment| match segment {
            Segment::Own(words) => Segment::Own(arena.alloc_str(words)),
            Segment::Operand(operand, kind) => Segment::Operand(arena.alloc_str(operand), kind),
        })
        .collect();
    arena.keep_all(segments)
}

/// Returns cfn-lint's message for a violation, with long lists of declared names rendered as specified.
pub fn render_with(kind: &Kind<'_>, lists: Lists) -> Text {
    let names = |names, meant| operand::declared(names, meant, lists);
    match *kind {
        Kind::AdditionalProperties { key, similar: None } => {
            text!(
                "Additional properties are not allowed ({} was unexpected)",
                repr(key)
            )
        }
        Kind::AdditionalProperties {
            key,
            similar: Some(similar),
        } => {
            let (key, similar) = (repr(key), repr_word(similar));
            text!(
                "Additional properties are not allowed ({} was unexpected. Did you mean {}?)",
                key,
                similar
            )
        }
        Kind::PatternProperties { key, patterns } => {
            text!(
                "{} does not match any of the regexes: {}",
                repr(key),
                sorted_keys(patterns)
            )
        }
        Kind::AnyOf { instance } | Kind::OneOf { instance } => {
            text!(
                "{} is not valid under any of the given schemas",
                repr(instance)
            )
        }
        Kind::OneOfSeveral { instance, matching } => {
            let matching = joined(matching.iter().map(|schema| repr_json(*schema)));
            text!("{} is valid under each of {}", repr(instance), matching)
        }
        Kind::Not { instance, schema } => text!(
            "{} should not be valid under {}",
            repr(instance),
            repr_json(schema)
        ),
        Kind::FalseSchema { instance } => text!("False schema does not allow {}", repr(instance)),
        Kind::Type { instance, types } => text!(
            "{} is not of type {}",
            repr(instance),
            operand::types(types)
        ),
        Kind::Const { expected } => text!("{} was expected", value(expected)),
        Kind::Enum { instance, allowed } => {
            text!("{} is not one of {}", repr(instance), value(allowed))
        }
        Kind::EnumCaseInsensitive { instance, allowed } => {
            text!(
                "{} is not one of {} (case-insensitive)",
                repr(instance),
                operand::lower(allowed)
            )
        }
        Kind::Undeclared { instance, declared } => {
            text!(
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
            let top = top.map(|top| text!(" and key {}", repr_str(top)));
            text!(
                "{} is not one of {} for mapping {}{}",
                repr(key),
                declared,
                repr_str(map),
                top
            )
        }
        Kind::UnknownFirstLevelKey { key, map } => {
            text!(
                "{} is not a first level key for mapping {}",
                repr(key),
                repr_str(map)
            )
        }
        Kind::UnknownSecondLevelKey { key, top, map } => {
            let (key, top, map) = (repr(key), repr(top), repr_str(map));
            text!(
                "{} is not a second level key when {} is resolved for mapping {}",
                key,
                top,
                map
            )
        }
        Kind::MissingTransform { transform } => {
            text!(
                "Transform {} is required but not present in the template",
                repr_word(transform)
            )
        }
        Kind::Pattern { instance, pattern } => {
            text!("{} does not match {}", repr(instance), value(pattern))
        }
        Kind::InvalidPattern { error, .. } => {
            text!(
                "Exception {} raised while validating 'pattern'",
                repr_str(error)
            )
        }
        Kind::Format {
            instance,
            format,
            pattern: None,
        } => text!("{} is not a {}", repr(instance), repr_word(format)),
        Kind::Format {
            instance,
            format,
            pattern: Some(pattern),
        } => {
            text!(
                "{} is not a {} with pattern {}",
                repr(instance),
                repr_word(format),
                repr_word(pattern)
            )
        }
        Kind::FormatError { error, .. } => text!(
            "Exception {} raised while validating 'format'",
            repr_str(error)
        ),
        Kind::Minimum { instance, limit } => text!(
            "{} is less than the minimum of {}",
            repr(instance),
            value(limit)
        ),
        Kind::Maximum { instance, limit } => {
            text!(
                "{} is greater than the maximum of {}",
                repr(instance),
                value(limit)
            )
        }
        Kind::ExclusiveMinimum { instance, limit } => {
            text!(
                "{} is less than or equal to the minimum of {}",
                repr(instance),
                value(limit)
            )
        }
        Kind::ExclusiveMaximum { instance, limit } => {
            text!(
                "{} is greater than or equal to the maximum of {}",
                repr(instance),
                value(limit)
            )
        }
        Kind::MultipleOf { instance, unit } => {
            text!(
                "{} is not a multiple of {}",
                repr(instance),
                Text::known(python::str(unit))
            )
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
            text!(
                "Expected at most {} {} but found {} extra: {}",
                limit,
                items,
                extra.len(),
                shown
            )
        }
        Kind::Contains { instance } => text!(
            "{} does not contain items matching the given schema",
            repr(instance)
        ),
        Kind::MinContains { limit, found } => {
            text!(
                "Too few items match the given schema (expected at least {} but only {} matched)",
                limit,
                found
            )
        }
        Kind::MaxContains { limit } => {
            text!(
                "Too many items match the given schema (expected at most {})",
                limit
            )
        }
        Kind::UniqueItems => "array items are not unique".into(),
        Kind::UniqueKeys { keys } => {
            text!("array items are not unique for keys {}", repr_json(keys))
        }
        Kind::Required { property } => text!("{} is a required property", repr_word(property)),
        Kind::RequiredOr { properties } => {
            text!("One of {} is a required property", repr_json(properties))
        }
        Kind::RequiredXor { properties } => {
            text!(
                "Only one of {} is a required property",
                repr_json(properties)
            )
        }
        Kind::DependentRequired { property, required } => {
            text!(
                "{} is a dependency of {}",
                repr_word(required),
                repr_word(property)
            )
        }
        Kind::DependentExcluded { property, excluded } => {
            text!(
                "{} should not be included with {}",
                repr_word(excluded),
                repr_word(property)
            )
        }
        // Dropped before it is reported, but rules can quote it.
        Kind::Unknown => "cannot be determined".into(),
        Kind::SchemaMessage { message } => Text::known(message),
        Kind::Rule(message) => of_rule(&message, lists),
        Kind::Circumstanced { sentence, .. } => {
            let mut text = Text::default();
            sentence.iter().for_each(|segment| text.push(*segment));
            text
        }
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

fn expected(size: &'static str, Count { limit, found }: Count<'_>) -> Text {
    text!("expected {}: {}, found: {}", size, repr_json(limit), found)
}

fn of_rule(message: &Message<'_>, lists: Lists) -> Text {
    let meant = operand::meant(message.operands());
    message
        .parts()
        .fold(Text::default(), |mut text, (before, operand)| {
            text.push(before);
            operand::push(&mut text, operand, meant, lists);
            text
        })
}
