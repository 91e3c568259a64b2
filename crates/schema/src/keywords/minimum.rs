//! `minimum`: the number must be at least this.

use crate::equal::numeric;
use crate::{Assertion, Evaluation, Keyword, ViolationKind, Violations, keyword};

/// The `minimum` keyword.
pub static KEYWORD: Keyword = Keyword {
    symbol: keyword::MINIMUM,
    check,
};

/// Checks that the number is at least the keyword's value.
pub fn check<'a>(_: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let (Some(number), Some(bound)) = (numeric(assertion.instance), assertion.bound()) else {
        return;
    };
    if number < bound {
        assertion.fail(
            out,
            ViolationKind::Minimum {
                instance: assertion.instance,
                limit: assertion.expected(),
            },
        );
    }
}
