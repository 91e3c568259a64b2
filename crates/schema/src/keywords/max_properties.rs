//! `maxProperties`: the maximum number of keys.

use crate::{Assertion, Count, Evaluation, Keyword, ViolationKind, Violations, keyword};

/// The `maxProperties` keyword.
pub static KEYWORD: Keyword = Keyword {
    symbol: keyword::MAX_PROPERTIES,
    check,
};

fn check<'a>(_: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let (Some(entries), Some(bound)) = (assertion.instance.as_map(), assertion.value.as_f64())
    else {
        return;
    };
    let found = entries.len();
    if (found as f64) > bound {
        assertion.fail(
            out,
            ViolationKind::MaxProperties(Count {
                limit: assertion.value,
                found,
            }),
        );
    }
}
