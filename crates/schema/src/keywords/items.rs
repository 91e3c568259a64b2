//! `items`: the schema for the items after those of `prefixItems`.

use crate::{Assertion, Evaluation, Keyword, Step, ViolationKind, Violations, keyword};

/// The `items` keyword.
pub static KEYWORD: Keyword = Keyword {
    symbol: keyword::ITEMS,
    check,
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let Some(items) = assertion.instance.as_list() else {
        return;
    };
    let prefix = assertion
        .sibling(keyword::PREFIX_ITEMS)
        .and_then(|prefix| prefix.as_list())
        .map_or(0, |prefix| prefix.len());
    let Some(rest) = items.get(prefix..).filter(|rest| !rest.is_empty()) else {
        return;
    };
    if assertion.value.as_bool() == Some(false) {
        return assertion.fail(
            out,
            ViolationKind::Items {
                limit: prefix,
                extra: rest,
            },
        );
    }
    for (index, item) in (0u32..).zip(items).skip(prefix) {
        evaluation.descend(
            assertion.cx,
            (Step::Index(index), Some("*")),
            assertion.value,
            *item,
            out,
        );
    }
}
