//! `minLength`: the minimum number of characters.

use crate::{Assertion, Count, Evaluation, Keyword, ViolationKind, Violations, keyword};

/// The `minLength` keyword.
pub static KEYWORD: Keyword = Keyword {
    symbol: keyword::MIN_LENGTH,
    check,
};

fn check<'a>(_: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let (Some(text), Some(bound)) = (assertion.instance.as_str(), assertion.value.as_f64()) else {
        return;
    };
    let found = text.chars().count();
    if (found as f64) < bound {
        assertion.fail(
            out,
            ViolationKind::MinLength(Count {
                limit: assertion.value,
                found,
            }),
        );
    }
}
