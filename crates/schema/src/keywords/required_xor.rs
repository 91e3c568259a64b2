//! `requiredXor`: exactly one of these keys must be present.

use crate::{Keyword, Site, Step, ViolationKind, Violations, Walk, keyword};

/// The `requiredXor` keyword.
pub static KEYWORD: Keyword = Keyword { symbol: keyword::REQUIRED_XOR, check };

fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let Some(entries) = site.instance.as_map() else { return };
    let kind = ViolationKind::RequiredXor { properties: site.value };
    let named = |key: &str| site.value.items().any(|name| name.as_str() == Some(key));
    let found: Vec<_> = entries.iter().filter(|entry| entry.key.as_str().is_some_and(named)).collect();
    match found.as_slice() {
        [] => site.fail(out, kind),
        [_] => {}
        several => several.iter().for_each(|entry| site.fail_at(walk, out, Step::Key(entry.key), kind)),
    }
}
