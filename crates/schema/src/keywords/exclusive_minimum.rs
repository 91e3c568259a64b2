//! `exclusiveMinimum`: the number must be greater than this.

use crate::equal::numeric;
use crate::{Assertion, Evaluation, Keyword, ViolationKind, Violations, keyword};

/// The `exclusiveMinimum` keyword.
pub static KEYWORD: Keyword = Keyword {
    symbol: keyword::EXCLUSIVE_MINIMUM,
    check,
};

/// Checks that the number is greater than the keyword's value.
pub fn check<'a>(_: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let (Some(number), Some(bound)) = (numeric(assertion.instance), assertion.bound()) else {
        return;
    };
    if number <= bound {
        assertion.fail(
            out,
            ViolationKind::ExclusiveMinimum {
                instance: assertion.instance,
                limit: assertion.expected(),
            },
        );
    }
}
