//! `minProperties`: the minimum number of keys.

use crate::{Assertion, Count, Evaluation, Keyword, ViolationKind, Violations, keyword};

/// The `minProperties` keyword.
pub static KEYWORD: Keyword = Keyword {
    symbol: keyword::MIN_PROPERTIES,
    check,
};

fn check<'a>(_: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let (Some(entries), Some(bound)) = (assertion.instance.as_map(), assertion.value.as_f64())
    else {
        return;
    };
    let found = entries.len();
    if (found as f64) < bound {
        assertion.fail(
            out,
            ViolationKind::MinProperties(Count {
                limit: assertion.value,
                found,
            }),
        );
    }
}
