//! `uniqueItems`: no two items are equal.

use crate::schema::equal;
use crate::schema::{Fault, Keyword, Site, Violations, Walk, keyword};

/// `uniqueItems`
pub static KEYWORD: Keyword = Keyword { symbol: keyword::UNIQUE_ITEMS, check };

fn check<'a>(_: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    if site.value.as_bool() == Some(true) && site.instance.as_list().is_some_and(|items| !equal::unique(items)) {
        site.fail(out, Fault::plain("array items are not unique"));
    }
}
