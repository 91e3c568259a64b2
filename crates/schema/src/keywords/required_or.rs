//! `requiredOr`: at least one of these keys must be present.

use crate::{Assertion, Evaluation, Keyword, ViolationKind, Violations, keyword};

/// The `requiredOr` keyword.
pub static KEYWORD: Keyword = Keyword {
    symbol: keyword::REQUIRED_OR,
    check,
};

fn check<'a>(_: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    if assertion.instance.as_map().is_none() {
        return;
    }
    if !assertion.value.items().any(|name| {
        name.as_str()
            .is_some_and(|name| assertion.instance.get(name).is_some())
    }) {
        assertion.fail(
            out,
            ViolationKind::RequiredOr {
                properties: assertion.value,
            },
        );
    }
}
