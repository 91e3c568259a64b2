//! `maxLength`: the maximum number of characters.

use crate::{Assertion, Count, Evaluation, Keyword, ViolationKind, Violations, keyword};

/// The `maxLength` keyword.
pub static KEYWORD: Keyword = Keyword {
    symbol: keyword::MAX_LENGTH,
    check,
};

fn check<'a>(_: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let (Some(text), Some(bound)) = (assertion.instance.as_str(), assertion.value.as_f64()) else {
        return;
    };
    let found = text.chars().count();
    if (found as f64) > bound {
        assertion.fail(
            out,
            ViolationKind::MaxLength(Count {
                limit: assertion.value,
                found,
            }),
        );
    }
}
