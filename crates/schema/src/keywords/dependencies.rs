//! `dependencies`: the keys that another key requires, or the schema that the object must then match.

use crate::{Fault, Keyword, Operand, Site, Violations, Walk, keyword};

/// The `dependencies` keyword.
pub static KEYWORD: Keyword = Keyword { symbol: keyword::DEPENDENCIES, check };

fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    if site.instance.as_map().is_none() {
        return;
    }
    for (name, dependency) in site.value.entries().filter(|(name, _)| site.instance.get(name.text).is_some()) {
        let Some(names) = dependency.as_list() else {
            walk.check(site.cx, dependency, site.instance, out);
            continue;
        };
        for other in names.iter().filter(|other| other.as_str().is_some_and(|other| site.instance.get(other).is_none()))
        {
            site.fail(out, Fault::new("{} is a dependency of {}", [Operand::Json(other), Operand::Text(name.text)]));
        }
    }
}
