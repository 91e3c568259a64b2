//! `patternProperties`: the schemas for the values of keys that match a pattern.

use crate::{Assertion, Evaluation, Keyword, Step, Violations, keyword};

/// The `patternProperties` keyword.
pub static KEYWORD: Keyword = Keyword {
    symbol: keyword::PATTERN_PROPERTIES,
    check,
};

/// Checks the values of keys that match a pattern.
pub fn check<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    out: &mut Violations<'a>,
) {
    let entries = assertion.instance.as_map().unwrap_or_default();
    for (pattern, schema) in assertion.value.entries() {
        let compiled = if pattern.text == ".*" {
            None
        } else {
            evaluation.pattern(pattern.text).ok()
        };
        let matches = |key: &str| {
            compiled
                .as_ref()
                .is_none_or(|pattern| evaluation.matches(pattern, key))
        };
        for entry in entries {
            if entry.key.as_str().is_some_and(matches) {
                evaluation.descend(
                    assertion.cx,
                    (Step::Key(entry.key), Some("*")),
                    schema,
                    entry.value,
                    out,
                );
            }
        }
    }
}
