//! `properties`: the schemas for the values of these keys.

use crate::{Keyword, Site, Step, Violations, Walk, keyword};

/// The `properties` keyword.
pub static KEYWORD: Keyword = Keyword { symbol: keyword::PROPERTIES, check };

/// Checks the values of the listed keys.
pub fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let (Some(entries), Some(properties)) = (site.instance.as_map(), site.value.as_object()) else { return };
    // Uses the order of the schema, which decides between violations of equal relevance.
    let mut found: Vec<_> =
        entries.iter().filter_map(|entry| Some((properties.position(entry.key.as_str()?)?, entry))).collect();
    found.sort_by_key(|(place, _)| *place);
    for (place, entry) in found {
        let (Some(name), Some(schema)) = (entry.key.as_str(), properties.value(place)) else { continue };
        walk.descend(site.cx, (Step::Key(entry.key), Some(name)), schema, entry.value, out);
    }
}
