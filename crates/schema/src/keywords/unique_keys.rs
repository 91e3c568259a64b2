//! `uniqueKeys`: all items must differ in these keys.

use crate::equal;
use crate::{Keyword, Site, ViolationKind, Violations, Walk, keyword};

/// The `uniqueKeys` keyword.
pub static KEYWORD: Keyword = Keyword { symbol: keyword::UNIQUE_KEYS, check };

fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let names: Vec<_> = site.value.items().filter_map(|name| name.as_str()).collect();
    let Some(items) = site.instance.as_list().filter(|_| !names.is_empty()) else { return };
    if walk.budget.spend_on_pairs(items.len()) && !equal::unique_in(items, &names) {
        site.fail(out, ViolationKind::UniqueKeys { keys: site.value });
    }
}
