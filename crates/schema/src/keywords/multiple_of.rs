//! `multipleOf`: the number must be an integer multiple of this.

use crate::equal::numeric;
use crate::{Assertion, Evaluation, Keyword, ViolationKind, Violations, keyword};

/// The `multipleOf` keyword.
pub static KEYWORD: Keyword = Keyword {
    symbol: keyword::MULTIPLE_OF,
    check,
};

/// Checks that the number is an integer multiple of the keyword's value.
pub fn check<'a>(_: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let (Some(number), Some(unit)) = (numeric(assertion.instance), assertion.value.as_f64()) else {
        return;
    };
    let matches = if assertion.value.as_i64().is_some() {
        number % unit == 0.0
    } else {
        (number / unit).fract() == 0.0
    };
    if !matches {
        assertion.fail(
            out,
            ViolationKind::MultipleOf {
                instance: assertion.instance,
                unit: assertion.value,
            },
        );
    }
}
