//! `minimum`: the number must be at least this.

use crate::equal::numeric;
use crate::{Fault, Keyword, Operand, Site, Violations, Walk, keyword};

/// The `minimum` keyword.
pub static KEYWORD: Keyword = Keyword { symbol: keyword::MINIMUM, check };

/// Checks that the number is at least the keyword's value.
pub fn check<'a>(_: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let (Some(number), Some(bound)) = (numeric(site.instance), site.bound()) else { return };
    if number < bound {
        site.fail(
            out,
            Fault::new("{} is less than the minimum of {}", [Operand::Value(site.instance), Operand::of(site)]),
        );
    }
}
