//! `not`: the schema must not match.

use crate::mode::AttachedRules;
use crate::{Context, Keyword, Site, ViolationKind, Violations, Walk, keyword};

/// The `not` keyword.
pub static KEYWORD: Keyword = Keyword { symbol: keyword::NOT, check };

fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let cx = Context { attached_rules: AttachedRules::Skip, purpose: site.cx.purpose.of_branch(), ..*site.cx };
    let mut probe = Violations::probe();
    walk.check(&cx, site.value, site.instance, &mut probe);
    let verdict = probe.verdict();
    if verdict.unknown {
        site.unknown(out);
    } else if verdict.is_clean() {
        site.fail(out, ViolationKind::Not { instance: site.instance, schema: site.value });
    }
}
