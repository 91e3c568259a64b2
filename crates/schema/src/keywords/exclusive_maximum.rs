//! `exclusiveMaximum`: the number must be less than this.

use crate::equal::numeric;
use crate::{Assertion, Evaluation, Keyword, ViolationKind, Violations, keyword};

/// The `exclusiveMaximum` keyword.
pub static KEYWORD: Keyword = Keyword {
    symbol: keyword::EXCLUSIVE_MAXIMUM,
    check,
};

/// Checks that the number is less than the keyword's value.
pub fn check<'a>(_: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let (Some(number), Some(bound)) = (numeric(assertion.instance), assertion.bound()) else {
        return;
    };
    if number >= bound {
        assertion.fail(
            out,
            ViolationKind::ExclusiveMaximum {
                instance: assertion.instance,
                limit: assertion.expected(),
            },
        );
    }
}
