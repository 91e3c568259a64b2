//! `maxUniqueItems`: the maximum number of distinct items.

use crate::{Assertion, Count, Evaluation, Keyword, ViolationKind, Violations, keyword};
use cfn_warden_syntax::hash::HashSet;
use cfn_warden_syntax::python;

/// The `maxUniqueItems` keyword.
pub static KEYWORD: Keyword = Keyword {
    symbol: keyword::MAX_UNIQUE_ITEMS,
    check,
};

fn check<'a>(_: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let (Some(items), Some(most)) = (assertion.instance.as_list(), assertion.value.as_i64()) else {
        return;
    };
    let found = items
        .iter()
        .map(|item| python::str(*item))
        .collect::<HashSet<_>>()
        .len();
    if i64::try_from(found).is_ok_and(|found| found > most) {
        assertion.fail(
            out,
            ViolationKind::MaxUniqueItems(Count {
                limit: assertion.value,
                found,
            }),
        );
    }
}
