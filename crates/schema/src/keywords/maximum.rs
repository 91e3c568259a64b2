//! `maximum`: the number must be at most this.

use crate::equal::numeric;
use crate::{Assertion, Evaluation, Keyword, ViolationKind, Violations, keyword};

/// The `maximum` keyword.
pub static KEYWORD: Keyword = Keyword {
    symbol: keyword::MAXIMUM,
    check,
};

/// Checks that the number is at most the keyword's value.
pub fn check<'a>(_: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let (Some(number), Some(bound)) = (numeric(assertion.instance), assertion.bound()) else {
        return;
    };
    if number > bound {
        assertion.fail(
            out,
            ViolationKind::Maximum {
                instance: assertion.instance,
                limit: assertion.expected(),
            },
        );
    }
}
