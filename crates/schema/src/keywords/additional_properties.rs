//! `additionalProperties`: the schema for keys that `properties` and `patternProperties` do not match.

use crate::{JsonKind, Keyword, Site, Step, ViolationKind, Violations, Walk, keyword};
use cfn_warden_syntax::Entry;
use cfn_warden_syntax::python;
use cfn_warden_template::function::{Function, function_of};

/// The `additionalProperties` keyword.
pub static KEYWORD: Keyword = Keyword { symbol: keyword::ADDITIONAL_PROPERTIES, check };

/// Checks the values of all other keys.
pub fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let Some(entries) = site.instance.as_map() else { return };
    if function_of(site.instance).is_some_and(|(function, _)| site.cx.functions.has(function)) {
        return;
    }
    match site.value.kind() {
        JsonKind::Object(_) => {
            for entry in extras(walk, site, entries) {
                walk.descend(site.cx, (Step::Key(entry.key), Some("*")), site.value, entry.value, out);
            }
        }
        JsonKind::Bool(false) => {
            for entry in extras(walk, site, entries) {
                site.fail_at(walk, out, Step::Key(entry.key), kind(site, entry));
            }
        }
        _ => {}
    }
}

fn extras<'s, 'a>(
    walk: &'s Walk<'a>,
    site: &'s Site<'a, '_>,
    entries: &'a [Entry<'a>],
) -> impl Iterator<Item = &'a Entry<'a>> + 's {
    let properties = site.sibling(keyword::PROPERTIES);
    let patterns = site.sibling(keyword::PATTERN_PROPERTIES);
    let transform = site.cx.functions.has(Function::Transform);
    entries.iter().filter(move |entry| {
        let Some(key) = entry.key.as_str() else { return true };
        let declared = properties.is_some_and(|properties| properties.get(key).is_some());
        let matched = || {
            let mut patterns = patterns.into_iter().flat_map(|patterns| patterns.entries());
            patterns.any(|(pattern, _)| walk.search(pattern.text, key))
        };
        !(declared || (transform && key == Function::Transform.name()) || matched())
    })
}

fn kind<'a>(site: &Site<'a, '_>, entry: &'a Entry<'a>) -> ViolationKind<'a> {
    let key = entry.key;
    if let Some(patterns) = site.sibling(keyword::PATTERN_PROPERTIES) {
        return ViolationKind::PatternProperties { key, patterns };
    }
    let properties = site.sibling(keyword::PROPERTIES).into_iter().flat_map(|properties| properties.entries());
    let mut names = properties.map(|(name, _)| name.text);
    let similar = key.as_str().and_then(|key| names.find(|name| python::is_similar(key, name)));
    ViolationKind::AdditionalProperties { key, similar }
}
