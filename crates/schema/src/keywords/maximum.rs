//! `maximum`: the number must be at most this.

use crate::equal::numeric;
use crate::{Keyword, Site, ViolationKind, Violations, Walk, keyword};

/// The `maximum` keyword.
pub static KEYWORD: Keyword = Keyword { symbol: keyword::MAXIMUM, check };

/// Checks that the number is at most the keyword's value.
pub fn check<'a>(_: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let (Some(number), Some(bound)) = (numeric(site.instance), site.bound()) else { return };
    if number > bound {
        site.fail(out, ViolationKind::Maximum { instance: site.instance, limit: site.expected() });
    }
}
