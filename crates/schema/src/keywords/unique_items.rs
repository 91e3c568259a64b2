//! `uniqueItems`: all items must be different.

use crate::equal;
use crate::{Keyword, Site, ViolationKind, Violations, Walk, keyword};
use cfn_warden_syntax::Node;

/// The `uniqueItems` keyword.
pub static KEYWORD: Keyword = Keyword { symbol: keyword::UNIQUE_ITEMS, check };

fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    if site.value.as_bool() == Some(true) && repeats(walk, site.instance) {
        site.fail(out, ViolationKind::UniqueItems);
    }
}

/// Returns whether a value is a list with two equal items.
pub fn repeats<'a>(walk: &Walk<'a>, list: Node<'a>) -> bool {
    list.as_list().is_some_and(|items| walk.budget.spend_on_pairs(items.len()) && !equal::unique(items))
}
