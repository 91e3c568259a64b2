//! `dependentExcluded`: keys that cannot be combined with another key.

use crate::{Keyword, Site, Step, ViolationKind, Violations, Walk, keyword};

/// The `dependentExcluded` keyword.
pub static KEYWORD: Keyword = Keyword { symbol: keyword::DEPENDENT_EXCLUDED, check };

fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    if site.instance.as_map().is_none() {
        return;
    }
    for (name, others) in site.value.entries().filter(|(name, _)| site.instance.get(name.text).is_some()) {
        for other in
            others.items().filter_map(|other| other.as_str()).filter(|other| site.instance.get(other).is_some())
        {
            let kind = ViolationKind::DependentExcluded { property: name.text, excluded: other };
            site.fail_at(walk, out, Step::Name(other), kind);
        }
    }
}
