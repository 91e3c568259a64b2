//! `cfnUnresolved`: the result is unknown because a gathered value is unknown.

use crate::{Assertion, Evaluation, Keyword, Violations, keyword};

/// The `cfnUnresolved` keyword.
pub static KEYWORD: Keyword = Keyword {
    symbol: keyword::CFN_UNRESOLVED,
    check,
};

fn check<'a>(_: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    assertion.unknown(out);
}
