//! `patternProperties`: the schemas for the values of keys that match a pattern.

use crate::{Keyword, Site, Step, Violations, Walk, keyword};

/// The `patternProperties` keyword.
pub static KEYWORD: Keyword = Keyword { symbol: keyword::PATTERN_PROPERTIES, check };

/// Checks the values of keys that match a pattern.
pub fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let entries = site.instance.as_map().unwrap_or_default();
    for (pattern, schema) in site.value.entries() {
        let compiled = if pattern.text == ".*" { None } else { walk.pattern(pattern.text).ok() };
        let matches = |key: &str| compiled.as_ref().is_none_or(|pattern| walk.matches(pattern, key));
        for entry in entries {
            if entry.key.as_str().is_some_and(matches) {
                walk.descend(site.cx, (Step::Key(entry.key), Some("*")), schema, entry.value, out);
            }
        }
    }
}
