//! `propertyNames`: the schema for the keys.

use crate::{Assertion, Evaluation, Keyword, Step, Violations, keyword};

/// The `propertyNames` keyword.
pub static KEYWORD: Keyword = Keyword {
    symbol: keyword::PROPERTY_NAMES,
    check,
};

/// Checks the keys.
pub fn check<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    out: &mut Violations<'a>,
) {
    for entry in assertion.instance.as_map().unwrap_or_default() {
        evaluation.descend(
            assertion.cx,
            (Step::Key(entry.key), None),
            assertion.value,
            entry.key,
            out,
        );
    }
}
