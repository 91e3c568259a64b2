//! `prefixItems`: one schema for each of the first items.

use crate::{Keyword, Site, Step, Violations, Walk, keyword};

/// The `prefixItems` keyword.
pub static KEYWORD: Keyword = Keyword { symbol: keyword::PREFIX_ITEMS, check };

fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let items = site.instance.as_list().unwrap_or_default();
    for ((index, item), schema) in (0u32..).zip(items).zip(site.value.items()) {
        walk.descend(site.cx, (Step::Index(index), Some("*")), schema, *item, out);
    }
}
