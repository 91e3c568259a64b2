//! `allOf`: all of these schemas must match.

use crate::mode::AttachedRules;
use crate::shortcut::relevant;
use crate::{Context, Keyword, Site, Violations, Walk, keyword};

/// The `allOf` keyword.
pub static KEYWORD: Keyword = Keyword { symbol: keyword::ALL_OF, check };

fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let cx = Context { attached_rules: AttachedRules::Skip, ..*site.cx };
    for schema in relevant(walk.knowledge, &cx, site.value, site.instance) {
        walk.check(&cx, schema, site.instance, out);
    }
}
