//! `minItems`: the minimum number of items.

use crate::{Assertion, Count, Evaluation, Keyword, ViolationKind, Violations, keyword};

/// The `minItems` keyword.
pub static KEYWORD: Keyword = Keyword {
    symbol: keyword::MIN_ITEMS,
    check,
};

fn check<'a>(_: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let (Some(items), Some(bound)) = (assertion.instance.as_list(), assertion.value.as_f64())
    else {
        return;
    };
    let found = items.len();
    if (found as f64) < bound {
        assertion.fail(
            out,
            ViolationKind::MinItems(Count {
                limit: assertion.value,
                found,
            }),
        );
    }
}
