//! `exclusiveMaximum`: the number must be less than this.

use crate::equal::numeric;
use crate::{Keyword, Site, ViolationKind, Violations, Walk, keyword};

/// The `exclusiveMaximum` keyword.
pub static KEYWORD: Keyword = Keyword { symbol: keyword::EXCLUSIVE_MAXIMUM, check };

/// Checks that the number is less than the keyword's value.
pub fn check<'a>(_: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let (Some(number), Some(bound)) = (numeric(site.instance), site.bound()) else { return };
    if number >= bound {
        site.fail(out, ViolationKind::ExclusiveMaximum { instance: site.instance, limit: site.expected() });
    }
}
