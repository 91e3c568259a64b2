//! `anyOf`: at least one of these schemas must match. The result is unknown if no branch matches and at least one is
//! unknown.

use crate::mode::AttachedRules;
use crate::{Context, Keyword, Site, Violation, ViolationKind, Violations, Walk, keyword};
use cfn_warden_syntax::finding::Severity;

/// The `anyOf` keyword.
pub static KEYWORD: Keyword = Keyword { symbol: keyword::ANY_OF, check };

fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let cx = Context { attached_rules: AttachedRules::Skip, purpose: site.cx.purpose.of_branch(), ..*site.cx };
    let (mut wrong, mut doubtful) = (Vec::new(), Vec::new());
    let mut unknown = false;
    for schema in site.value.items() {
        let mut branch = out.alike();
        walk.check(&cx, schema, site.instance, &mut branch);
        let verdict = branch.verdict();
        // Warnings do not make a branch fail.
        if !verdict.wrong && !verdict.unknown {
            return;
        }
        unknown |= verdict.unknown;
        if verdict.unknown {
            continue;
        }
        for violation in branch.into_list() {
            let is_error = violation.rule.is_none_or(|rule| rule.severity() == Severity::Error);
            if is_error { &mut wrong } else { &mut doubtful }.push(violation);
        }
    }
    if unknown {
        return site.unknown(out);
    }
    wrong.append(&mut doubtful);
    let kind = ViolationKind::AnyOf { instance: site.instance };
    out.push(Violation { children: wrong, ..site.violation(kind) });
}
