//! `properties`: the schemas for the values of these keys.

use crate::{Assertion, Evaluation, Keyword, Step, Violations, keyword};

/// The `properties` keyword.
pub static KEYWORD: Keyword = Keyword {
    symbol: keyword::PROPERTIES,
    check,
};

/// Checks the values of the listed keys.
pub fn check<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    out: &mut Violations<'a>,
) {
    let (Some(entries), Some(properties)) =
        (assertion.instance.as_map(), assertion.value.as_object())
    else {
        return;
    };
    // Uses the order of the schema, which decides between violations of equal relevance.
    for (position, index) in evaluation.lookup(assertion.value, entries).found {
        let (Some(entry), Some(schema)) = (
            entries.get(*index as usize),
            properties.value(*position as usize),
        ) else {
            continue;
        };
        let Some(name) = entry.key.as_str() else {
            continue;
        };
        evaluation.descend(
            assertion.cx,
            (Step::Key(entry.key), Some(name)),
            schema,
            entry.value,
            out,
        );
    }
}
