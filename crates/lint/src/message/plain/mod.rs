//! Plain words for each kind of violation: what is wrong with which value, what is allowed, and how to fix it.
//!
//! A message is one sentence without a full stop; code is in backticks. Long values and lists are shortened, with the
//! nearest allowed values first.

mod cause;
mod context;
mod document;
mod filling;
mod fix;
mod fixes;
mod form;
mod origin;
mod rules;
mod sentences;
pub(crate) mod shown;
mod subject;
mod unlike;

use crate::reasons::alternatives;
use cfn_warden_schema::{Circumstance, Count, Json, Violation, ViolationKind as Kind};
use cfn_warden_syntax::{Known, Node, OperandKind, Text, text};
pub use context::Context;
pub use document::finding as in_words;
use filling::Facts;
use shown::{Choices, code, code_name, names, quantity, shown, shown_value};
use subject::Subject;

/// The words for a violation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Words {
    /// What is wrong, and what is allowed.
    pub message: Text,
    /// How to fix this violation, if that is known beyond the advice on the rule's page.
    pub fix: Option<Text>,
}

/// Returns plain words for a violation.
pub fn words<'a>(violation: &Violation<'a>, context: Context<'_, 'a>) -> Words {
    let mut notes = Vec::new();
    let mut path = violation.instance_path;
    if let Kind::Circumstanced { circumstance, .. } = violation.kind {
        match circumstance {
            Circumstance::Region(region) => notes.push(text!("in {}", code(region))),
            Circumstance::Function(function) => {
                notes.push(text!("the value of {}", shown(function)));
                // The property is meant, not the function.
                path = path.up().unwrap_or(path);
            }
        }
    }
    notes.extend(violation.shown_at.and_then(origin::of));
    let subject = Subject::of(path, context.template);
    let facts = Facts::new(violation, &subject, context);
    let fix = rules::fix(&facts);
    if let Some(message) = rules::of_all_kinds(&facts) {
        return Words { message, fix };
    }
    let mut message = message(&facts);
    message.push(cause::of(violation, context, &message));
    if !notes.is_empty() {
        message.push(text!(" ({})", Text::join(notes, ", ")));
    }
    Words {
        message,
        fix: fix.or_else(|| fix::of(&facts)),
    }
}

fn message<'a>(facts: &Facts<'_, 'a>) -> Text {
    let Facts {
        violation,
        subject,
        context,
        ..
    } = *facts;
    match violation.kind {
        Kind::Circumstanced { violated, .. } => message(&Facts::new(
            &Violation {
                kind: *violated,
                ..violation.clone()
            },
            subject,
            context,
        )),
        Kind::AdditionalProperties { key, similar } => {
            let (key, owner) = (shown(key), subject.owner());
            match similar {
                Some(similar) => text!(
                    "{} is not a property of {}; did you mean {}?",
                    key,
                    owner,
                    code(similar)
                ),
                None => text!(
                    "{} is not a property of {}{}",
                    key,
                    owner,
                    allowed_properties(violation.schema)
                ),
            }
        }
        Kind::PatternProperties { key, patterns } => {
            let patterns: Vec<&str> = patterns.entries().map(|(key, _)| key.text).collect();
            text!(
                "the name {} is not allowed in {}; names match {}",
                shown(key),
                subject.owner(),
                names(&patterns)
            )
        }
        Kind::AnyOf { instance } | Kind::OneOf { instance } => {
            if let Some(names) = alternatives(violation) {
                let least = if matches!(violation.kind, Kind::AnyOf { .. }) {
                    "at least"
                } else {
                    "exactly"
                };
                return text!("{} needs {} one of {}", subject, least, self::names(&names));
            }
            let reason = reason(violation, context).map(|reason| text!(": {}", reason));
            text!(
                "{} fits none of the allowed forms{}",
                subject.with_value(instance),
                reason
            )
        }
        Kind::OneOfSeveral { instance, matching } => match required_together(matching) {
            Some(keys) => text!("{} has {}, which exclude each other", subject, names(&keys)),
            None => text!(
                "{} fits several forms that exclude each other",
                subject.with_value(instance)
            ),
        },
        Kind::Not { instance, schema } => match required(schema).as_slice() {
            [] => text!(
                "{} is not allowed in this combination",
                subject.with_value(instance)
            ),
            [only] => text!("{} has {}, which is not allowed here", subject, code(only)),
            keys => text!("{} has {}, which cannot be combined", subject, names(keys)),
        },
        Kind::FalseSchema { .. } => text!("{} is not allowed here", subject),
        Kind::Type { instance, types } if shown::is_function(instance) => {
            text!(
                "{} is {}, which is not {}",
                subject,
                shown(instance),
                shown::types(types)
            )
        }
        Kind::Type { instance, types } => {
            let expected = if subject.is_condition(types) {
                "a condition".into()
            } else {
                shown::types(types)
            };
            text!(
                "{} is {}; expected {}",
                subject,
                shown::typed(instance, context.tree),
                expected
            )
        }
        Kind::Const { expected } => {
            text!(
                "{}; expected {}",
                subject.is(violation.instance),
                shown_value(expected)
            )
        }
        Kind::Enum { instance, allowed } => {
            let choices = facts.choices(|| Choices::of_value(instance, allowed));
            match instance.as_str() {
                Some(key) if subject.is_key(key) => {
                    text!(
                        "{} is not a property of {}; {}",
                        code(key),
                        subject.owner(),
                        choices
                    )
                }
                Some(_) => text!("{} is {}; {}", subject, shown(instance), choices),
                None => text!(
                    "{} is {}; {}",
                    subject,
                    shown::typed(instance, context.tree),
                    choices
                ),
            }
        }
        Kind::EnumCaseInsensitive { allowed, .. } => {
            let allowed = facts.choices(|| {
                Choices::of(
                    violation.instance.as_str(),
                    allowed.items().map(shown::json_text),
                )
            });
            text!("{}; {}", subject.is(violation.instance), allowed)
        }
        Kind::Undeclared { instance, declared } => {
            undeclared(shown(instance), instance.as_str(), declared)
        }
        Kind::UnknownMapKey {
            key,
            declared,
            map,
            top,
        } => {
            let top = top.map(|top| text!(" below {}", code_name(top)));
            let choices = facts.choices(|| Choices::of_declared(key.as_str(), declared));
            text!(
                "the mapping {} has no key {}{}; {}",
                code_name(map),
                shown(key),
                top,
                choices
            )
        }
        Kind::UnknownFirstLevelKey { key, map } => {
            text!(
                "the mapping {} has no first-level key for a value of {}",
                code_name(map),
                shown(key)
            )
        }
        Kind::UnknownSecondLevelKey { key, top, map } => {
            text!(
                "the mapping {} has no second-level key {} for any value of {}",
                code_name(map),
                shown(key),
                shown(top)
            )
        }
        Kind::MissingTransform { transform } => {
            text!(
                "{} needs the transform {}, which the template does not declare",
                subject,
                code(transform)
            )
        }
        Kind::Pattern { instance, pattern } => {
            let unlike = facts
                .refused(instance, pattern)
                .map(|characters| text!(": it cannot have {}", characters));
            text!(
                "{}, which does not match {}{}",
                subject.is(instance),
                shown_value(pattern),
                unlike
            )
        }
        Kind::InvalidPattern { pattern, .. } => {
            text!(
                "{} has the pattern {}, which is not a valid regular expression",
                subject,
                shown_value(pattern)
            )
        }
        Kind::Format {
            instance, format, ..
        } => {
            text!(
                "{}, which is not a valid {}",
                subject.is(instance),
                shown::format_name(format)
            )
        }
        Kind::FormatError { format, .. } => {
            text!(
                "{} cannot be read as {}",
                subject,
                shown::format_name(format)
            )
        }
        Kind::Minimum { instance, limit } => {
            text!(
                "{}; the minimum is {}",
                subject.is(instance),
                shown_value(limit)
            )
        }
        Kind::Maximum { instance, limit } => {
            text!(
                "{}; the maximum is {}",
                subject.is(instance),
                shown_value(limit)
            )
        }
        Kind::ExclusiveMinimum { instance, limit } => {
            text!(
                "{}; it must be greater than {}",
                subject.is(instance),
                shown_value(limit)
            )
        }
        Kind::ExclusiveMaximum { instance, limit } => {
            text!(
                "{}; it must be less than {}",
                subject.is(instance),
                shown_value(limit)
            )
        }
        Kind::MultipleOf { instance, unit } => {
            text!(
                "{}; it must be a multiple of {}",
                subject.is(instance),
                code(&shown::json_text(unit))
            )
        }
        Kind::MinLength(count) => sized(subject, "character", Bound::Least, count),
        Kind::MaxLength(count) => sized(subject, "character", Bound::Most, count),
        Kind::MinItems(count) => sized(subject, "item", Bound::Least, count),
        Kind::MaxItems(count) => sized(subject, "item", Bound::Most, count),
        Kind::MaxUniqueItems(count) => sized(subject, "different item", Bound::Most, count),
        Kind::MinProperties(count) => sized(subject, "key", Bound::Least, count),
        Kind::MaxProperties(count) => sized(subject, "key", Bound::Most, count),
        Kind::Items { limit, extra } => {
            let found = limit.saturating_add(extra.len());
            text!(
                "{} has {}; at most {} are allowed",
                subject,
                quantity(found, "item"),
                limit
            )
        }
        Kind::Contains { .. } => text!("{} has no item of the required form", subject),
        Kind::MinContains { limit, found } => {
            text!(
                "{} has {} of the required form; at least {} are needed",
                subject,
                quantity(found, "item"),
                limit
            )
        }
        Kind::MaxContains { limit } => {
            text!(
                "{} has too many items of this form; at most {} are allowed",
                subject,
                limit
            )
        }
        Kind::UniqueItems => match filling::repetition(violation.instance) {
            Some(repetition) => text!("{} has {}", subject, repetition),
            None => text!("{} has the same item twice", subject),
        },
        Kind::UniqueKeys { keys } => {
            let keys = shown::texts(keys);
            let value = |item: Node<'a>| item.get(keys.first()?);
            match (keys.as_slice(), shown::repeated(violation.instance, value)) {
                ([key], Some((item, first, second))) => {
                    text!(
                        "{} has the {} {} twice: {}",
                        subject,
                        code(key),
                        shown(item),
                        items(first, second)
                    )
                }
                _ => text!("{} has two items with the same {}", subject, names(&keys)),
            }
        }
        Kind::Required { property } => {
            text!("{} lacks the required property {}", subject, code(property))
        }
        Kind::RequiredOr { properties } => {
            text!(
                "{} needs at least one of {}",
                subject,
                names(&shown::texts(properties))
            )
        }
        Kind::RequiredXor { properties } => {
            let all = shown::texts(properties);
            let owner = subject.owner_of(&all);
            match present(violation.instance, &all).as_slice() {
                [] => match all.as_slice() {
                    [one, other] => text!(
                        "{} has neither {} nor {}; it needs one",
                        owner,
                        code(one),
                        code(other)
                    ),
                    _ => text!("{} lacks one of {}", owner, names(&all)),
                },
                several => text!("{} has {}, which exclude each other", owner, names(several)),
            }
        }
        Kind::DependentRequired { property, required } => {
            text!(
                "{} has {}, which needs {}",
                subject,
                code(property),
                code(required)
            )
        }
        Kind::DependentExcluded { property, excluded } => {
            let owner = subject.owner_of(&[property, excluded]);
            text!(
                "{} has {} and {}, which cannot be combined",
                owner,
                code(property),
                code(excluded)
            )
        }
        Kind::Unknown => "the value is not known before deployment".into(),
        Kind::SchemaMessage { message } => Text::known(message),
        Kind::Rule(message) => rules::words(&message, facts),
    }
}

/// Returns the words for a name that the template does not declare.
fn undeclared(shown: Text, name: Option<&str>, declared: &[&str]) -> Text {
    // Pseudo parameters are known to everyone, unless one is misspelt.
    let is_pseudo = |name: &str| name.starts_with("AWS::");
    let own = declared
        .iter()
        .filter(|other| !is_pseudo(other) || name.is_some_and(is_pseudo));
    let own: Vec<&str> = own.copied().collect();
    let choices = Choices::of_declared(name, &own);
    match (choices.suggestion(), choices.is_empty()) {
        (Some(nearest), _) => text!(
            "{} is not declared in this template; did you mean {}?",
            shown,
            nearest
        ),
        (None, true) => text!("{} is not declared in this template", shown),
        (None, false) => text!(
            "{} is not declared in this template, which has {}",
            shown,
            choices.values()
        ),
    }
}

/// The kind of a limit.
enum Bound {
    Least,
    Most,
}

fn sized(
    subject: &Subject<'_>,
    unit: &'static str,
    bound: Bound,
    Count { limit, found }: Count<'_>,
) -> Text {
    let limit = shown::json_text(limit);
    let rule = match (bound, limit.as_str()) {
        (Bound::Least, "1") => "at least 1 is needed".into(),
        (Bound::Least, _) => text!("at least {} are needed", Known(&limit)),
        (Bound::Most, "1") => "at most 1 is allowed".into(),
        (Bound::Most, _) => text!("at most {} are allowed", Known(&limit)),
    };
    text!("{} has {}; {}", subject, quantity(found, unit), rule)
}

/// Returns why the branch that comes closest does not match.
fn reason<'a>(violation: &Violation<'a>, context: Context<'_, 'a>) -> Option<Text> {
    let deepest = violation
        .children
        .iter()
        .max_by_key(|child| child.instance_path.len())?;
    let only = violation
        .children
        .iter()
        .filter(|child| child.instance_path.len() == deepest.instance_path.len());
    let subject = |child: &Violation<'a>| Subject::of(child.instance_path, context.template);
    let mut reasons = only.map(|child| message(&Facts::new(child, &subject(child), context)));
    let first = reasons.next()?;
    reasons.all(|other| other == first).then_some(first)
}

fn allowed_properties(schema: Option<Json<'_>>) -> Text {
    let properties =
        schema.and_then(|schema| schema.keyword(cfn_warden_schema::keyword::PROPERTIES));
    let names: Vec<&str> = properties
        .into_iter()
        .flat_map(Json::entries)
        .map(|(key, _)| key.text)
        .collect();
    if names.is_empty() {
        Text::default()
    } else {
        text!(
            "; it has {}",
            shown::first_names(OperandKind::Known, &names)
        )
    }
}

fn required(schema: Json<'_>) -> Vec<&str> {
    schema
        .keyword(cfn_warden_schema::keyword::REQUIRED)
        .map(shown::texts)
        .unwrap_or_default()
}

/// Returns the properties that the branches of a `oneOf` require.
fn required_together<'a>(branches: &[Json<'a>]) -> Option<Vec<&'a str>> {
    let keys: Vec<&str> = branches
        .iter()
        .flat_map(|branch| required(*branch))
        .collect();
    (keys.len() >= 2).then_some(keys)
}

fn items(first: usize, second: usize) -> Text {
    text!(
        "items {} and {}",
        first.saturating_add(1),
        second.saturating_add(1)
    )
}

/// Returns the keys that an object has.
fn present<'k>(object: Node<'_>, keys: &[&'k str]) -> Vec<&'k str> {
    keys.iter()
        .filter(|key| object.get(key).is_some())
        .copied()
        .collect()
}
