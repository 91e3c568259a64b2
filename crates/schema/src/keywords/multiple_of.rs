//! `multipleOf`: the number must be an integer multiple of this.

use crate::equal::numeric;
use crate::{Fault, Keyword, Operand, Site, Violations, Walk, keyword};
use cfn_warden_syntax::python;

/// The `multipleOf` keyword.
pub static KEYWORD: Keyword = Keyword { symbol: keyword::MULTIPLE_OF, check };

/// Checks that the number is an integer multiple of the keyword's value.
pub fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let (Some(number), Some(unit)) = (numeric(site.instance), site.value.as_f64()) else { return };
    let matches = if site.value.as_i64().is_some() { number % unit == 0.0 } else { (number / unit).fract() == 0.0 };
    if !matches {
        let unit = walk.arena.alloc_str(&python::str(site.value));
        site.fail(out, Fault::new("{} is not a multiple of {}", [Operand::Value(site.instance), Operand::Plain(unit)]));
    }
}
