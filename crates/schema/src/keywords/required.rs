//! `required`: keys that must be present.

use crate::{Keyword, Site, ViolationKind, Violations, Walk, keyword};

/// The `required` keyword.
pub static KEYWORD: Keyword = Keyword { symbol: keyword::REQUIRED, check };

fn check<'a>(_: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    if site.instance.as_map().is_none() {
        return;
    }
    for name in site.value.items() {
        if let Some(property) = name.as_str().filter(|name| site.instance.get(name).is_none()) {
            site.fail(out, ViolationKind::Required { property });
        }
    }
}
