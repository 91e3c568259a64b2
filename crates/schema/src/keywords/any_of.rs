//! `anyOf`: at least one of these schemas must match. The result is unknown if no branch matches and at least one is
//! unknown.

use crate::mode::AttachedRules;
use crate::scenarios;
use crate::{
    Assertion, Context, Evaluation, Keyword, Violation, ViolationKind, Violations, keyword,
};
use cfn_warden_syntax::finding::Severity;

/// The `anyOf` keyword.
pub static KEYWORD: Keyword = Keyword {
    symbol: keyword::ANY_OF,
    check,
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let cx = Context {
        attached_rules: AttachedRules::Skip,
        purpose: assertion.cx.purpose.of_branch(),
        ..*assertion.cx
    };
    let (mut wrong, mut doubtful) = (Vec::new(), Vec::new());
    let mut unknown = false;
    for (number, schema) in (0..).zip(assertion.value.items()) {
        let mut branch = out.alike();
        evaluation.check(&cx, schema, assertion.instance, &mut branch);
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
            let violation = Violation {
                branch: number,
                ..violation
            };
            let is_error = violation
                .rule
                .is_none_or(|rule| rule.severity() == Severity::Error);
            if is_error { &mut wrong } else { &mut doubtful }.push(violation);
        }
    }
    if unknown {
        return assertion.unknown(out);
    }
    if scenarios::each_matches(evaluation, &cx, assertion, usize::MAX) {
        return;
    }
    wrong.append(&mut doubtful);
    let kind = ViolationKind::AnyOf {
        instance: assertion.instance,
    };
    out.push(Violation {
        children: wrong,
        ..assertion.violation(kind)
    });
}
