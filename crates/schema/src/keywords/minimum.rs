//! `minimum`: the number must be at least this.

use crate::equal::numeric;
use crate::{Keyword, Site, ViolationKind, Violations, Walk, keyword};

/// The `minimum` keyword.
pub static KEYWORD: Keyword = Keyword { symbol: keyword::MINIMUM, check };

/// Checks that the number is at least the keyword's value.
pub fn check<'a>(_: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let (Some(number), Some(bound)) = (numeric(site.instance), site.bound()) else { return };
    if number < bound {
        site.fail(out, ViolationKind::Minimum { instance: site.instance, limit: site.expected() });
    }
}
