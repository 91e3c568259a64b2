//! `items`: the schema for the items after those of `prefixItems`.

use crate::{JsonKind, Keyword, Site, Step, ViolationKind, Violations, Walk, keyword};

/// The `items` keyword.
pub static KEYWORD: Keyword = Keyword { symbol: keyword::ITEMS, check };

fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let Some(items) = site.instance.as_list() else { return };
    let prefix =
        site.sibling(keyword::PREFIX_ITEMS).and_then(|prefix| prefix.as_list()).map_or(0, |prefix| prefix.len());
    let Some(rest) = items.get(prefix..).filter(|rest| !rest.is_empty()) else { return };
    if site.value.kind() == JsonKind::Bool(false) {
        return site.fail(out, ViolationKind::Items { limit: prefix, extra: rest });
    }
    for (index, item) in (0u32..).zip(items).skip(prefix) {
        walk.descend(site.cx, (Step::Index(index), Some("*")), site.value, *item, out);
    }
}
