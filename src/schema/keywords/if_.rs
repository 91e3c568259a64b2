//! `if`: which of `then` and `else` is asked.

use crate::schema::{Context, Keyword, Site, Violations, Walk, keyword};

/// `if`
pub static KEYWORD: Keyword = Keyword { symbol: keyword::IF, check };

fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let cx = Context { attached_rules: false, ..*site.cx };
    let mut probe = Violations::probe();
    let asked = Context { exceptions: false, composite: true, ..cx };
    walk.check(&asked, site.value, site.instance, &mut probe);
    let verdict = probe.verdict();
    if verdict.unknown {
        return site.unknown(out);
    }
    let branch = if verdict.is_clean() { keyword::THEN } else { keyword::ELSE };
    if let Some(schema) = site.sibling(branch) {
        walk.check(&cx, schema, site.instance, out);
    }
}
