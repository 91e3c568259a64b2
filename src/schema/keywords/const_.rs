//! `const`: this very value.

use crate::schema::equal::equals_json;
use crate::schema::{Fault, Keyword, Operand, Site, Violations, Walk, keyword};

/// `const`
pub static KEYWORD: Keyword = Keyword { symbol: keyword::CONST, check };

fn check<'a>(_: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    if !equals_json(site.instance, site.value) {
        site.fail(out, Fault::new("{} was expected", [Operand::Json(site.value)]));
    }
}
