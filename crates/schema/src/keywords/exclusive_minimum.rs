//! `exclusiveMinimum`: the number must be greater than this.

use crate::equal::numeric;
use crate::{Fault, Keyword, Operand, Site, Violations, Walk, keyword};

/// The `exclusiveMinimum` keyword.
pub static KEYWORD: Keyword = Keyword { symbol: keyword::EXCLUSIVE_MINIMUM, check };

/// Checks that the number is greater than the keyword's value.
pub fn check<'a>(_: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let (Some(number), Some(bound)) = (numeric(site.instance), site.bound()) else { return };
    if number <= bound {
        site.fail(
            out,
            Fault::new(
                "{} is less than or equal to the minimum of {}",
                [Operand::Value(site.instance), Operand::of(site)],
            ),
        );
    }
}
