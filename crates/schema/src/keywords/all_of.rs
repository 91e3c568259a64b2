//! `allOf`: every one of these schemas.

use crate::shortcut::relevant;
use crate::{Context, Keyword, Site, Violations, Walk, keyword};

/// `allOf`
pub static KEYWORD: Keyword = Keyword { symbol: keyword::ALL_OF, check };

fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let cx = Context { attached_rules: false, ..*site.cx };
    for schema in relevant(&cx, site.value, site.instance) {
        walk.check(&cx, schema, site.instance, out);
    }
}
