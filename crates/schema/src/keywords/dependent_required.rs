//! `dependentRequired`: keys that another key requires.

use crate::{Fault, Keyword, Operand, Site, Violations, Walk, keyword};

/// The `dependentRequired` keyword.
pub static KEYWORD: Keyword = Keyword { symbol: keyword::DEPENDENT_REQUIRED, check };

fn check<'a>(_: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    if site.instance.as_map().is_none() {
        return;
    }
    for (name, others) in site.value.entries().filter(|(name, _)| site.instance.get(name.text).is_some()) {
        for other in
            others.items().filter(|other| other.as_str().is_some_and(|other| site.instance.get(other).is_none()))
        {
            site.fail(out, Fault::new("{} is a dependency of {}", [Operand::Json(other), Operand::Text(name.text)]));
        }
    }
}
