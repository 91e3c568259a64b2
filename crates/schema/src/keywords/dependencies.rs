//! `dependencies`: the keys that another key requires, or the schema that the object must then match.

use crate::{Keyword, Site, ViolationKind, Violations, Walk, keyword};

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
        let missing =
            names.iter().filter_map(|other| other.as_str()).filter(|other| site.instance.get(other).is_none());
        for required in missing {
            site.fail(out, ViolationKind::DependentRequired { property: name.text, required });
        }
    }
}
