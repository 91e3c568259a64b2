//! `type`: the type of the value. Unless types are strict, values that CloudFormation converts to the type are valid.

use crate::types::fits;
use crate::{Assertion, Evaluation, Keyword, ViolationKind, Violations, keyword};

/// The `type` keyword.
pub static KEYWORD: Keyword = Keyword {
    symbol: keyword::TYPE,
    check,
};

/// Checks the type of the value.
pub fn check<'a>(_: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    if !fits(assertion.instance, assertion.value, assertion.cx.types) {
        assertion.fail(
            out,
            ViolationKind::Type {
                instance: assertion.instance,
                types: assertion.value,
            },
        );
    }
}
