//! `exclusiveMaximum`: the number must be less than this.

use crate::equal::numeric;
use crate::{Fault, Keyword, Operand, Site, Violations, Walk, keyword};

/// The `exclusiveMaximum` keyword.
pub static KEYWORD: Keyword = Keyword { symbol: keyword::EXCLUSIVE_MAXIMUM, check };

/// Checks that the number is less than the keyword's value.
pub fn check<'a>(_: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let (Some(number), Some(bound)) = (numeric(site.instance), site.bound()) else { return };
    if number >= bound {
        site.fail(
            out,
            Fault::new(
                "{} is greater than or equal to the maximum of {}",
                [Operand::Value(site.instance), Operand::of(site)],
            ),
        );
    }
}
