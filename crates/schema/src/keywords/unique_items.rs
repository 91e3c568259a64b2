//! `uniqueItems`: all items must be different.

use crate::equal;
use crate::{Assertion, Evaluation, Keyword, ViolationKind, Violations, keyword};
use cfn_warden_syntax::Node;

/// The `uniqueItems` keyword.
pub static KEYWORD: Keyword = Keyword {
    symbol: keyword::UNIQUE_ITEMS,
    check,
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    if assertion.value.as_bool() == Some(true) && repeats(evaluation, assertion.instance) {
        assertion.fail(out, ViolationKind::UniqueItems);
    }
}

/// Returns whether a value is a list with two equal items.
pub fn repeats<'a>(evaluation: &Evaluation<'a>, list: Node<'a>) -> bool {
    list.as_list()
        .is_some_and(|items| evaluation.budget.spend_on_duplicates(items) && !equal::unique(items))
}
