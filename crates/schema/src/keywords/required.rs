//! `required`: keys that must be present.

use crate::{Fault, Keyword, Operand, Site, Violations, Walk, keyword};

/// The `required` keyword.
pub static KEYWORD: Keyword = Keyword { symbol: keyword::REQUIRED, check };

fn check<'a>(_: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    if site.instance.as_map().is_none() {
        return;
    }
    for name in site.value.items() {
        if name.as_str().is_some_and(|name| site.instance.get(name).is_none()) {
            site.fail(out, Fault::new("{} is a required property", [Operand::Json(name)]));
        }
    }
}
