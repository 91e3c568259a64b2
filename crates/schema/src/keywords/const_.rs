//! `const`: the value must equal this value.

use crate::equal::equals;
use crate::{Assertion, Evaluation, Keyword, ViolationKind, Violations, keyword};

/// The `const` keyword.
pub static KEYWORD: Keyword = Keyword {
    symbol: keyword::CONST,
    check,
};

fn check<'a>(_: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let matches = match assertion.data {
        Some(data) => equals(assertion.instance, data),
        None => equals(assertion.instance, assertion.value),
    };
    if !matches {
        assertion.fail(
            out,
            ViolationKind::Const {
                expected: assertion.expected(),
            },
        );
    }
}
