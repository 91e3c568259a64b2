//! `enum`: the value must equal one of these values.

use crate::equal::{is_among, is_listed};
use crate::{Assertion, Evaluation, Keyword, ViolationKind, Violations, keyword};
use cfn_warden_syntax::{Node, Value};

/// The `enum` keyword.
pub static KEYWORD: Keyword = Keyword {
    symbol: keyword::ENUM,
    check,
};

/// Checks that the value equals one of the keyword's values.
pub fn check<'a>(_: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let matches = match assertion.data {
        Some(data) => is_in(assertion.instance, data),
        None => is_among(assertion.instance, assertion.value),
    };
    if !matches {
        assertion.fail(
            out,
            ViolationKind::Enum {
                instance: assertion.instance,
                allowed: assertion.expected(),
            },
        );
    }
}

/// Returns whether a document value contains the instance: among a list's items, a map's keys or a string's characters.
/// For other types cfn-lint raises an exception.
fn is_in(instance: Node<'_>, data: Node<'_>) -> bool {
    match data.value {
        Value::List(items) => items.iter().any(|value| is_listed(instance, *value)),
        Value::Map(entries) => entries.iter().any(|entry| is_listed(instance, entry.key)),
        Value::Str(text) => text.chars().any(|character| {
            let mut bytes = [0; 4];
            is_listed(
                instance,
                Node {
                    value: Value::Str(character.encode_utf8(&mut bytes)),
                    ..data
                },
            )
        }),
        _ => true,
    }
}
