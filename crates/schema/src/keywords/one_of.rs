//! `oneOf`: exactly one of these schemas must match.

use crate::mode::AttachedRules;
use crate::{Context, Keyword, Site, Violation, ViolationKind, Violations, Walk, keyword};

/// The `oneOf` keyword.
pub static KEYWORD: Keyword = Keyword { symbol: keyword::ONE_OF, check };

fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let cx = Context { attached_rules: AttachedRules::Skip, purpose: site.cx.purpose.of_branch(), ..*site.cx };
    let (mut wrong, mut fitting, mut unknown) = (Vec::new(), Vec::new(), false);
    for schema in site.value.items() {
        let mut branch = out.alike();
        walk.check(&cx, schema, site.instance, &mut branch);
        match branch.verdict() {
            verdict if verdict.unknown => unknown = true,
            verdict if verdict.is_clean() => fitting.push(schema),
            _ => wrong.extend(branch.into_list()),
        }
    }
    match fitting.as_slice() {
        [] | [_] if unknown => site.unknown(out),
        [_] => {}
        [] => {
            let kind = ViolationKind::OneOf { instance: site.instance };
            out.push(Violation { children: wrong, ..site.violation(kind) });
        }
        several => {
            let matching = walk.arena.alloc_slice_copy(several);
            site.fail(out, ViolationKind::OneOfSeveral { instance: site.instance, matching });
        }
    }
}
