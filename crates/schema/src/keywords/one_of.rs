//! `oneOf`: exactly one of these schemas must match.

use crate::mode::AttachedRules;
use crate::scenarios;
use crate::{
    Assertion, Context, Evaluation, Keyword, Violation, ViolationKind, Violations, keyword,
};

/// The `oneOf` keyword.
pub static KEYWORD: Keyword = Keyword {
    symbol: keyword::ONE_OF,
    check,
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let cx = Context {
        attached_rules: AttachedRules::Skip,
        purpose: assertion.cx.purpose.of_branch(),
        ..*assertion.cx
    };
    let (mut wrong, mut fitting, mut unknown) = (Vec::new(), Vec::new(), false);
    for (number, schema) in (0..).zip(assertion.value.items()) {
        let mut branch = out.alike();
        evaluation.check(&cx, schema, assertion.instance, &mut branch);
        match branch.verdict() {
            verdict if verdict.unknown => unknown = true,
            verdict if verdict.is_clean() => fitting.push(schema),
            _ => wrong.extend(branch.into_list().into_iter().map(|violation| Violation {
                branch: number,
                ..violation
            })),
        }
    }
    match fitting.as_slice() {
        [] | [_] if unknown => assertion.unknown(out),
        [_] => {}
        [] if scenarios::each_matches(evaluation, &cx, assertion, 1) => {}
        [] => {
            let kind = ViolationKind::OneOf {
                instance: assertion.instance,
            };
            out.push(Violation {
                children: wrong,
                ..assertion.violation(kind)
            });
        }
        several => {
            let matching = evaluation.arena.alloc_slice_copy(several);
            assertion.fail(
                out,
                ViolationKind::OneOfSeveral {
                    instance: assertion.instance,
                    matching,
                },
            );
        }
    }
}
