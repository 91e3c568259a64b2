//! `uniqueKeys`: all items must differ in these keys.

use crate::equal;
use crate::{Assertion, Evaluation, Keyword, ViolationKind, Violations, keyword};

/// The `uniqueKeys` keyword.
pub static KEYWORD: Keyword = Keyword {
    symbol: keyword::UNIQUE_KEYS,
    check,
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let names: Vec<_> = assertion
        .value
        .items()
        .filter_map(|name| name.as_str())
        .collect();
    let Some(items) = assertion.instance.as_list().filter(|_| !names.is_empty()) else {
        return;
    };
    if evaluation.budget.spend_on_pairs(items.len()) && !equal::unique_in(items, &names) {
        assertion.fail(
            out,
            ViolationKind::UniqueKeys {
                keys: assertion.value,
            },
        );
    }
}
