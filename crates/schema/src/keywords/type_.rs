//! `type`: the type of the value. Unless types are strict, values that CloudFormation converts to the type are valid.

use crate::mode::TypeMatching;
use crate::types::{is_type, passes_for};
use crate::{Assertion, Evaluation, Keyword, ViolationKind, Violations, keyword};

/// The `type` keyword.
pub static KEYWORD: Keyword = Keyword { symbol: keyword::TYPE, check };

/// Checks the type of the value.
pub fn check<'a>(_: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let matches = |name: &str| match assertion.cx.types {
        TypeMatching::Exact => is_type(assertion.instance, name),
        TypeMatching::Converted => passes_for(assertion.instance, name),
    };
    let fine = match assertion.value.as_str() {
        Some(name) => matches(name),
        None => assertion.value.items().filter_map(|name| name.as_str()).any(matches),
    };
    if !fine {
        assertion.fail(out, ViolationKind::Type { instance: assertion.instance, types: assertion.value });
    }
}
