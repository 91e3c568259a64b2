//! `contains`, with `minContains` and `maxContains`: the number of items that match a schema.

use crate::{Assertion, Evaluation, Keyword, Violation, ViolationKind, Violations, keyword};

/// The `contains` keyword.
pub static KEYWORD: Keyword = Keyword {
    symbol: keyword::CONTAINS,
    check,
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let Some(items) = assertion.instance.as_list() else {
        return;
    };
    let bound = |symbol| {
        assertion
            .sibling(symbol)
            .and_then(|bound| bound.as_i64())
            .and_then(|bound| usize::try_from(bound).ok())
    };
    let (least, most) = (
        bound(keyword::MIN_CONTAINS).unwrap_or(1),
        bound(keyword::MAX_CONTAINS).unwrap_or(items.len()),
    );
    let (mut fitting, mut unknown) = (0usize, false);
    for item in items {
        let mut probe = Violations::probe();
        evaluation.check(assertion.cx, assertion.value, *item, &mut probe);
        let verdict = probe.verdict();
        if verdict.wrong || verdict.doubtful {
            continue;
        }
        if verdict.unknown {
            unknown = true;
            continue;
        }
        fitting = fitting.saturating_add(1);
        if fitting > most {
            let kind = ViolationKind::MaxContains { limit: most };
            out.push(Violation {
                keyword: keyword::MAX_CONTAINS,
                ..assertion.violation(kind)
            });
            return;
        }
    }
    if fitting >= least {
        return;
    }
    if unknown {
        return assertion.unknown(out);
    }
    if fitting == 0 {
        return assertion.fail(
            out,
            ViolationKind::Contains {
                instance: assertion.instance,
            },
        );
    }
    let kind = ViolationKind::MinContains {
        limit: least,
        found: fitting,
    };
    out.push(Violation {
        keyword: keyword::MIN_CONTAINS,
        ..assertion.violation(kind)
    });
}
