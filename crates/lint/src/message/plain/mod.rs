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
use cfn_warden_syntax::Node;
pub use context::Context;
pub use document::finding as in_words;
use filling::Facts;
pub use rules::is_constant;
use shown::{Choices, code, names, quantity, shown, shown_value};
use subject::Subject;

/// The words for a violation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Words {
    /// What is wrong, and what is allowed.
    pub message: String,
    /// How to fix this violation, if that is known beyond the advice on the rule's page.
    pub fix: Option<String>,
}

/// Returns plain words for a violation.
pub fn words<'a>(violation: &Violation<'a>, context: Context<'_, 'a>) -> Words {
    let mut notes = Vec::new();
    let mut path = violation.instance_path;
    if let Kind::Circumstanced { circumstance, .. } = violation.kind {
        match circumstance {
            Circumstance::Region(region) => notes.push(format!("in {}", code(region))),
            Circumstance::Function(function) => {
                notes.push(format!("the value of {}", shown(function)));
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
    message.push_str(&cause::of(violation, context, &message));
    if !notes.is_empty() {
        message.push_str(&format!(" ({})", notes.join(", ")));
    }
    Words {
        message,
        fix: fix.or_else(|| fix::of(&facts)),
    }
}

fn message<'a>(facts: &Facts<'_, 'a>) -> String {
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
                Some(similar) => format!(
                    "{key} is not a property of {owner}; did you mean {}?",
                    code(similar)
                ),
                None => format!(
                    "{key} is not a property of {owner}{}",
                    allowed_properties(violation.schema)
                ),
            }
        }
        Kind::PatternProperties { key, patterns } => {
            let patterns: Vec<&str> = patterns.entries().map(|(key, _)| key.text).collect();
            format!(
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
                return format!("{subject} needs {least} one of {}", self::names(&names));
            }
            let reason = reason(violation, context)
                .map(|reason| format!(": {reason}"))
                .unwrap_or_default();
            format!(
                "{} fits none of the allowed forms{reason}",
                subject.with_value(instance)
            )
        }
        Kind::OneOfSeveral { instance, matching } => match required_together(matching) {
            Some(keys) => format!("{subject} has {}, which exclude each other", names(&keys)),
            None => format!(
                "{} fits several forms that exclude each other",
                subject.with_value(instance)
            ),
        },
        Kind::Not { instance, schema } => match required(schema).as_slice() {
            [] => format!(
                "{} is not allowed in this combination",
                subject.with_value(instance)
            ),
            [only] => format!("{subject} has {}, which is not allowed here", code(only)),
            keys => format!("{subject} has {}, which cannot be combined", names(keys)),
        },
        Kind::FalseSchema { .. } => format!("{subject} is not allowed here"),
        Kind::Type { instance, types } if shown::is_function(instance) => {
            format!(
                "{subject} is {}, which is not {}",
                shown(instance),
                shown::types(types)
            )
        }
        Kind::Type { instance, types } => {
            let expected = if subject.is_condition(types) {
                "a condition".to_owned()
            } else {
                shown::types(types)
            };
            format!(
                "{subject} is {}; expected {expected}",
                shown::typed(instance, context.tree)
            )
        }
        Kind::Const { expected } => {
            format!(
                "{}; expected {}",
                subject.is(violation.instance),
                shown_value(expected)
            )
        }
        Kind::Enum { instance, allowed } => {
            let choices = facts.choices(|| Choices::of_value(instance, allowed));
            match instance.as_str() {
                Some(key) if subject.is_key(key) => {
                    format!(
                        "{} is not a property of {}; {choices}",
                        code(key),
                        subject.owner()
                    )
                }
                Some(_) => format!("{subject} is {}; {choices}", shown(instance)),
                None => format!(
                    "{subject} is {}; {choices}",
                    shown::typed(instance, context.tree)
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
            format!("{}; {allowed}", subject.is(violation.instance))
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
            let top = top
                .map(|top| format!(" below {}", code(top)))
                .unwrap_or_default();
            let choices = facts.choices(|| Choices::of(key.as_str(), shown::owned(declared)));
            format!(
                "the mapping {} has no key {}{top}; {choices}",
                code(map),
                shown(key)
            )
        }
        Kind::UnknownFirstLevelKey { key, map } => {
            format!(
                "the mapping {} has no first-level key for a value of {}",
                code(map),
                shown(key)
            )
        }
        Kind::UnknownSecondLevelKey { key, top, map } => {
            format!(
                "the mapping {} has no second-level key {} for any value of {}",
                code(map),
                shown(key),
                shown(top)
            )
        }
        Kind::MissingTransform { transform } => {
            format!(
                "{subject} needs the transform {}, which the template does not declare",
                code(transform)
            )
        }
        Kind::Pattern { instance, pattern } => {
            let unlike = facts
                .refused(instance, pattern)
                .map(|characters| format!(": it cannot have {characters}"));
            format!(
                "{}, which does not match {}{}",
                subject.is(instance),
                shown_value(pattern),
                unlike.unwrap_or_default()
            )
        }
        Kind::InvalidPattern { pattern, .. } => {
            format!(
                "{subject} has the pattern {}, which is not a valid regular expression",
                shown_value(pattern)
            )
        }
        Kind::Format {
            instance, format, ..
        } => {
            format!(
                "{}, which is not a valid {}",
                subject.is(instance),
                shown::format_name(format)
            )
        }
        Kind::FormatError { format, .. } => {
            format!("{subject} cannot be read as {}", shown::format_name(format))
        }
        Kind::Minimum { instance, limit } => {
            format!(
                "{}; the minimum is {}",
                subject.is(instance),
                shown_value(limit)
            )
        }
        Kind::Maximum { instance, limit } => {
            format!(
                "{}; the maximum is {}",
                subject.is(instance),
                shown_value(limit)
            )
        }
        Kind::ExclusiveMinimum { instance, limit } => {
            format!(
                "{}; it must be greater than {}",
                subject.is(instance),
                shown_value(limit)
            )
        }
        Kind::ExclusiveMaximum { instance, limit } => {
            format!(
                "{}; it must be less than {}",
                subject.is(instance),
                shown_value(limit)
            )
        }
        Kind::MultipleOf { instance, unit } => {
            format!(
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
            format!(
                "{subject} has {}; at most {limit} are allowed",
                quantity(found, "item")
            )
        }
        Kind::Contains { .. } => format!("{subject} has no item of the required form"),
        Kind::MinContains { limit, found } => {
            format!(
                "{subject} has {} of the required form; at least {limit} are needed",
                quantity(found, "item")
            )
        }
        Kind::MaxContains { limit } => {
            format!("{subject} has too many items of this form; at most {limit} are allowed")
        }
        Kind::UniqueItems => match filling::repetition(violation.instance) {
            Some(repetition) => format!("{subject} has {repetition}"),
            None => format!("{subject} has the same item twice"),
        },
        Kind::UniqueKeys { keys } => {
            let keys = shown::texts(keys);
            let value = |item: Node<'a>| item.get(keys.first()?);
            match (keys.as_slice(), shown::repeated(violation.instance, value)) {
                ([key], Some((item, first, second))) => {
                    format!(
                        "{subject} has the {} {} twice: {}",
                        code(key),
                        shown(item),
                        items(first, second)
                    )
                }
                _ => format!("{subject} has two items with the same {}", names(&keys)),
            }
        }
        Kind::Required { property } => {
            format!("{subject} lacks the required property {}", code(property))
        }
        Kind::RequiredOr { properties } => {
            format!(
                "{subject} needs at least one of {}",
                names(&shown::texts(properties))
            )
        }
        Kind::RequiredXor { properties } => {
            let all = shown::texts(properties);
            let owner = subject.owner_of(&all);
            match present(violation.instance, &all).as_slice() {
                [] => match all.as_slice() {
                    [one, other] => format!(
                        "{owner} has neither {} nor {}; it needs one",
                        code(one),
                        code(other)
                    ),
                    _ => format!("{owner} lacks one of {}", names(&all)),
                },
                several => format!("{owner} has {}, which exclude each other", names(several)),
            }
        }
        Kind::DependentRequired { property, required } => {
            format!(
                "{subject} has {}, which needs {}",
                code(property),
                code(required)
            )
        }
        Kind::DependentExcluded { property, excluded } => {
            let owner = subject.owner_of(&[property, excluded]);
            format!(
                "{owner} has {} and {}, which cannot be combined",
                code(property),
                code(excluded)
            )
        }
        Kind::Unknown => "the value is not known before deployment".to_owned(),
        Kind::SchemaMessage { message } => message.to_owned(),
        Kind::Rule(message) => rules::words(&message, facts),
    }
}

/// Returns the words for a name that the template does not declare.
fn undeclared(shown: String, name: Option<&str>, declared: &[&str]) -> String {
    // Pseudo parameters are known to everyone, unless one is misspelt.
    let is_pseudo = |name: &str| name.starts_with("AWS::");
    let own = declared
        .iter()
        .filter(|other| !is_pseudo(other) || name.is_some_and(is_pseudo));
    let choices = Choices::of(name, own.map(|name| (*name).to_owned()));
    match (choices.nearest(), choices.is_empty()) {
        (Some(nearest), _) => format!(
            "{shown} is not declared in this template; did you mean {}?",
            code(nearest)
        ),
        (None, true) => format!("{shown} is not declared in this template"),
        (None, false) => format!("{shown} is not declared in this template, which has {choices:#}"),
    }
}

/// The kind of a limit.
enum Bound {
    Least,
    Most,
}

fn sized(
    subject: &Subject<'_>,
    unit: &str,
    bound: Bound,
    Count { limit, found }: Count<'_>,
) -> String {
    let limit = shown::json_text(limit);
    let rule = match (bound, limit.as_str()) {
        (Bound::Least, "1") => "at least 1 is needed".to_owned(),
        (Bound::Least, _) => format!("at least {limit} are needed"),
        (Bound::Most, "1") => "at most 1 is allowed".to_owned(),
        (Bound::Most, _) => format!("at most {limit} are allowed"),
    };
    format!("{subject} has {}; {rule}", quantity(found, unit))
}

/// Returns why the branch that comes closest does not match.
fn reason<'a>(violation: &Violation<'a>, context: Context<'_, 'a>) -> Option<String> {
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

fn allowed_properties(schema: Option<Json<'_>>) -> String {
    let properties =
        schema.and_then(|schema| schema.keyword(cfn_warden_schema::keyword::PROPERTIES));
    let names: Vec<&str> = properties
        .into_iter()
        .flat_map(Json::entries)
        .map(|(key, _)| key.text)
        .collect();
    if names.is_empty() {
        String::new()
    } else {
        format!("; it has {}", shown::first_names(&names))
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

fn items(first: usize, second: usize) -> String {
    format!(
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
