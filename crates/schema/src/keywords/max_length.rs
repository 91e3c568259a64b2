//! `maxLength`: the maximum number of characters.

use crate::{Count, Keyword, Site, ViolationKind, Violations, Walk, keyword};

/// The `maxLength` keyword.
pub static KEYWORD: Keyword = Keyword { symbol: keyword::MAX_LENGTH, check };

fn check<'a>(_: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let (Some(text), Some(bound)) = (site.instance.as_str(), site.value.as_f64()) else { return };
    let found = text.chars().count();
    if (found as f64) > bound {
        site.fail(out, ViolationKind::MaxLength(Count { limit: site.value, found }));
    }
}
