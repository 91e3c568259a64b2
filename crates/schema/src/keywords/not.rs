//! `not`: the schema must not match.

use crate::mode::AttachedRules;
use crate::{Assertion, Context, Evaluation, Keyword, ViolationKind, Violations, keyword};

/// The `not` keyword.
pub static KEYWORD: Keyword = Keyword {
    symbol: keyword::NOT,
    check,
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let cx = Context {
        attached_rules: AttachedRules::Skip,
        purpose: assertion.cx.purpose.of_branch(),
        ..*assertion.cx
    };
    let mut probe = Violations::probe();
    evaluation.check(&cx, assertion.value, assertion.instance, &mut probe);
    let verdict = probe.verdict();
    if verdict.unknown {
        assertion.unknown(out);
    } else if verdict.is_clean() {
        assertion.fail(
            out,
            ViolationKind::Not {
                instance: assertion.instance,
                schema: assertion.value,
            },
        );
    }
}
