//! `required`: keys that must be present.

use crate::{Assertion, Evaluation, Keyword, ViolationKind, Violations, keyword};

/// The `required` keyword.
pub static KEYWORD: Keyword = Keyword {
    symbol: keyword::REQUIRED,
    check,
};

fn check<'a>(_: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    if assertion.instance.as_map().is_none() {
        return;
    }
    for name in assertion.value.items() {
        if let Some(property) = name
            .as_str()
            .filter(|name| assertion.instance.get(name).is_none())
        {
            assertion.fail(out, ViolationKind::Required { property });
        }
    }
}
