//! `propertyNames`: the schema for the keys.

use crate::{Keyword, Site, Step, Violations, Walk, keyword};

/// The `propertyNames` keyword.
pub static KEYWORD: Keyword = Keyword { symbol: keyword::PROPERTY_NAMES, check };

/// Checks the keys.
pub fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    for entry in site.instance.as_map().unwrap_or_default() {
        walk.descend(site.cx, (Step::Key(entry.key), None), site.value, entry.key, out);
    }
}
