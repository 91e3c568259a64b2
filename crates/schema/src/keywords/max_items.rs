//! `maxItems`: the maximum number of items.

use crate::{Count, Keyword, Site, ViolationKind, Violations, Walk, keyword};

/// The `maxItems` keyword.
pub static KEYWORD: Keyword = Keyword { symbol: keyword::MAX_ITEMS, check };

fn check<'a>(_: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let (Some(items), Some(bound)) = (site.instance.as_list(), site.value.as_f64()) else { return };
    let found = items.len();
    if (found as f64) > bound {
        site.fail(out, ViolationKind::MaxItems(Count { limit: site.value, found }));
    }
}
