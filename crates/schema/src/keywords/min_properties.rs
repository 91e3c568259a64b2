//! `minProperties`: the minimum number of keys.

use crate::{Count, Keyword, Site, ViolationKind, Violations, Walk, keyword};

/// The `minProperties` keyword.
pub static KEYWORD: Keyword = Keyword { symbol: keyword::MIN_PROPERTIES, check };

fn check<'a>(_: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let (Some(entries), Some(bound)) = (site.instance.as_map(), site.value.as_f64()) else { return };
    let found = entries.len();
    if (found as f64) < bound {
        site.fail(out, ViolationKind::MinProperties(Count { limit: site.value, found }));
    }
}
