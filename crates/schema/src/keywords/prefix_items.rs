//! `prefixItems`: one schema for each of the first items.

use crate::{Assertion, Evaluation, Keyword, Step, Violations, keyword};

/// The `prefixItems` keyword.
pub static KEYWORD: Keyword = Keyword {
    symbol: keyword::PREFIX_ITEMS,
    check,
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let items = assertion.instance.as_list().unwrap_or_default();
    for ((index, item), schema) in (0u32..).zip(items).zip(assertion.value.items()) {
        evaluation.descend(
            assertion.cx,
            (Step::Index(index), Some("*")),
            schema,
            *item,
            out,
        );
    }
}
