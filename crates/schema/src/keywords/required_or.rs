//! `requiredOr`: at least one of these keys must be present.

use crate::{Keyword, Site, ViolationKind, Violations, Walk, keyword};

/// The `requiredOr` keyword.
pub static KEYWORD: Keyword = Keyword { symbol: keyword::REQUIRED_OR, check };

fn check<'a>(_: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    if site.instance.as_map().is_none() {
        return;
    }
    if !site.value.items().any(|name| name.as_str().is_some_and(|name| site.instance.get(name).is_some())) {
        site.fail(out, ViolationKind::RequiredOr { properties: site.value });
    }
}
