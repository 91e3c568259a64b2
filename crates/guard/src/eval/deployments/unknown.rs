//! What is certain about comparisons of unknown values.
//!
//! A status is certain if every value that the unknown one may take has it: its type decides, or what is known of its
//! beginning and end.

use cfn_warden_syntax::deployments::{Unknown, UnknownKind};

use crate::eval::result::QueryResult;
use crate::syntax::ast::{Binary, Unary};
use crate::value::{Kind, Ref};

/// A text that no rule contains, in place of the unknown part of a value.
const PLACEHOLDER: &str = "\u{10FFFD}";

/// Returns a text that a unary operator treats as all texts that the unknown value may be.
pub(super) fn text_for_unary(unknown: &Unknown<'_>, operator: Unary) -> Option<String> {
    let is_text = unknown.kind == UnknownKind::Text;
    match operator {
        Unary::Exists => Some(text(unknown)),
        Unary::Empty if unknown.prefix.is_empty() && unknown.suffix.is_empty() => None,
        _ => is_text.then(|| text(unknown)),
    }
}

/// A value that stands for all values that an unknown one may be.
pub(super) enum Sample {
    Text(String),
    Number(i64),
}

/// Returns a value that is compared with these values as all values that the unknown one may be.
pub(super) fn sample_for_binary(
    unknown: &Unknown<'_>,
    operator: Binary,
    right: &[QueryResult<'_>],
) -> Option<Sample> {
    match unknown.kind {
        UnknownKind::Text => text_for_binary(unknown, operator, right).map(Sample::Text),
        UnknownKind::Number { least, most } => {
            let decided = right.iter().all(|result| match result {
                QueryResult::Missing(_) => true,
                QueryResult::Resolved(value) | QueryResult::Literal(value) => {
                    bounds_decide((least, most), operator, value)
                }
            });
            decided.then(|| Sample::Number(least.or(most).unwrap_or_default()))
        }
        UnknownKind::Any | UnknownKind::Json | UnknownKind::TextList => None,
    }
}

/// Whether every whole number within these bounds has the same result with this value, or with its elements.
fn bounds_decide(
    (least, most): (Option<i64>, Option<i64>),
    operator: Binary,
    value: Ref<'_>,
) -> bool {
    // Whether all numbers are below the limit, or none is.
    let is_split_at = |limit: i64| {
        least.is_none_or(|least| least < limit) && most.is_none_or(|most| most >= limit)
    };
    let after = |limit: i64| limit.checked_add(1).is_some_and(is_split_at);
    match (value.kind, operator) {
        (Kind::Int(number), Binary::Less | Binary::GreaterOrEqual) => !is_split_at(number),
        (Kind::Int(number), Binary::LessOrEqual | Binary::Greater) => !after(number),
        (Kind::Int(number), Binary::Equals | Binary::In) => !is_split_at(number) && !after(number),
        (Kind::IntRange(range), _) => {
            let (low, high) = (range.lower, range.upper);
            [low, high]
                .into_iter()
                .all(|number| !is_split_at(number) && !after(number))
        }
        (Kind::List(items), _) => items
            .iter()
            .all(|item| bounds_decide((least, most), operator, item)),
        (Kind::Float(_) | Kind::FloatRange(_) | Kind::Char(_) | Kind::CharRange(_), _) => false,
        // Numbers are not comparable with anything else.
        _ => true,
    }
}

/// Returns a text that is compared with these values as all texts that the unknown value may be.
fn text_for_binary(
    unknown: &Unknown<'_>,
    operator: Binary,
    right: &[QueryResult<'_>],
) -> Option<String> {
    let membership = operator == Binary::In;
    let decided = right.iter().all(|result| match result {
        QueryResult::Missing(_) => true,
        // `in` a literal string asks for a part of it.
        QueryResult::Literal(value) if membership && matches!(value.kind, Kind::Str(_)) => false,
        QueryResult::Resolved(value) | QueryResult::Literal(value) => {
            differs(unknown, operator, value)
        }
    });
    decided.then(|| text(unknown))
}

/// Whether every text that the unknown value may be has the same result with this value, or with its elements.
fn differs(unknown: &Unknown<'_>, operator: Binary, value: Ref<'_>) -> bool {
    match value.kind {
        Kind::Str(other) if matches!(operator, Binary::Equals | Binary::In) => {
            !may_be(unknown, other)
        }
        Kind::Regex(regex) if matches!(operator, Binary::Equals | Binary::In) => {
            regex.is_decided_by(unknown.prefix, unknown.suffix)
        }
        Kind::Str(_) | Kind::Regex(_) => false,
        Kind::List(items) => items.iter().all(|item| differs(unknown, operator, item)),
        // Texts are not comparable with anything else.
        _ => true,
    }
}

/// Whether the unknown value may be this text.
fn may_be(unknown: &Unknown<'_>, text: &str) -> bool {
    let known = unknown.prefix.len().saturating_add(unknown.suffix.len());
    text.len() >= known && text.starts_with(unknown.prefix) && text.ends_with(unknown.suffix)
}

fn text(unknown: &Unknown<'_>) -> String {
    [unknown.prefix, PLACEHOLDER, unknown.suffix].concat()
}
