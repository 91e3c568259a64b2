//! `uniqueItems`: no two items are equal.

use crate::equal;
use crate::{Fault, Keyword, Site, Violations, Walk, keyword};
use cfn_warden_syntax::Node;

/// `uniqueItems`
pub static KEYWORD: Keyword = Keyword { symbol: keyword::UNIQUE_ITEMS, check };

fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    if site.value.as_bool() == Some(true) && repeats(walk, site.instance) {
        site.fail(out, Fault::plain("array items are not unique"));
    }
}

/// Whether it is a list of which two items are equal.
pub fn repeats<'a>(walk: &Walk<'a>, list: Node<'a>) -> bool {
    list.as_list().is_some_and(|items| walk.budget.spend_on_pairs(items.len()) && !equal::unique(items))
}
