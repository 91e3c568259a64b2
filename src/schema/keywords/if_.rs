//! `if`: which of `then` and `else` is asked.

use crate::schema::{Context, Keyword, Site, Verdict, Violations, Walk, keyword, shortcut};

/// `if`
pub static KEYWORD: Keyword = Keyword { symbol: keyword::IF, check };

fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let cx = Context { attached_rules: false, ..*site.cx };
    let verdict = verdict(walk, &Context { exceptions: false, composite: true, ..cx }, site);
    if verdict.unknown {
        return site.unknown(out);
    }
    let branch = if verdict.is_clean() { keyword::THEN } else { keyword::ELSE };
    if let Some(schema) = site.sibling(branch) {
        walk.check(&cx, schema, site.instance, out);
    }
}

/// Whether the condition holds.
fn verdict<'a>(walk: &Walk<'a>, cx: &Context<'a>, site: &Site<'a, '_>) -> Verdict {
    if shortcut::fails(cx, site.value, site.instance) {
        return Verdict { wrong: true, ..Verdict::default() };
    }
    let mut probe = Violations::probe();
    walk.check(cx, site.value, site.instance, &mut probe);
    probe.verdict()
}
