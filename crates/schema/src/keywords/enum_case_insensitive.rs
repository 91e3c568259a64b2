//! `enumCaseInsensitive`: the value must equal one of these strings, ignoring case.

use crate::equal::is_listed;
use crate::{Assertion, Evaluation, Keyword, ViolationKind, Violations, keyword};
use cfn_warden_syntax::python;
use cfn_warden_syntax::{Node, Value};

/// The `enumCaseInsensitive` keyword.
pub static KEYWORD: Keyword = Keyword {
    symbol: keyword::ENUM_CASE_INSENSITIVE,
    check,
};

/// Checks that the value equals one of the strings, ignoring case.
pub fn check<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    out: &mut Violations<'a>,
) {
    let lower = assertion.instance.as_str().map(python::lower);
    let matches = assertion
        .value
        .items()
        .any(|value| match (&lower, value.as_str()) {
            (Some(lower), Some(text)) => *lower == python::lower(text),
            _ => is_listed(assertion.instance, value),
        });
    if matches {
        return;
    }
    let instance = match &lower {
        Some(lower) => Node {
            value: Value::Str(evaluation.arena.alloc_str(lower)),
            ..assertion.instance
        },
        None => assertion.instance,
    };
    assertion.fail(
        out,
        ViolationKind::EnumCaseInsensitive {
            instance,
            allowed: assertion.value,
        },
    );
}
