//! `const`: the value must equal this value.

use crate::equal::equals;
use crate::{Fault, Keyword, Operand, Site, Violations, Walk, keyword};

/// The `const` keyword.
pub static KEYWORD: Keyword = Keyword { symbol: keyword::CONST, check };

fn check<'a>(_: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let matches = match site.data {
        Some(data) => equals(site.instance, data),
        None => equals(site.instance, site.value),
    };
    if !matches {
        site.fail(out, Fault::new("{} was expected", [Operand::of(site)]));
    }
}
