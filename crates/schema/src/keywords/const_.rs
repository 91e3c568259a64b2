//! `const`: the value must equal this value.

use crate::equal::equals;
use crate::{Keyword, Site, ViolationKind, Violations, Walk, keyword};

/// The `const` keyword.
pub static KEYWORD: Keyword = Keyword { symbol: keyword::CONST, check };

fn check<'a>(_: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let matches = match site.data {
        Some(data) => equals(site.instance, data),
        None => equals(site.instance, site.value),
    };
    if !matches {
        site.fail(out, ViolationKind::Const { expected: site.expected() });
    }
}
