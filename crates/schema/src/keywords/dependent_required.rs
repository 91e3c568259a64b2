//! `dependentRequired`: keys that another key requires.

use crate::{Keyword, Site, ViolationKind, Violations, Walk, keyword};

/// The `dependentRequired` keyword.
pub static KEYWORD: Keyword = Keyword { symbol: keyword::DEPENDENT_REQUIRED, check };

fn check<'a>(_: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    if site.instance.as_map().is_none() {
        return;
    }
    for (name, others) in site.value.entries().filter(|(name, _)| site.instance.get(name.text).is_some()) {
        let missing =
            others.items().filter_map(|other| other.as_str()).filter(|other| site.instance.get(other).is_none());
        for required in missing {
            site.fail(out, ViolationKind::DependentRequired { property: name.text, required });
        }
    }
}
