//! `allOf`: all of these schemas must match.

use crate::mode::AttachedRules;
use crate::shortcut::relevant;
use crate::{Assertion, Context, Evaluation, Keyword, Violations, keyword};

/// The `allOf` keyword.
pub static KEYWORD: Keyword = Keyword {
    symbol: keyword::ALL_OF,
    check,
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let cx = Context {
        attached_rules: AttachedRules::Skip,
        ..*assertion.cx
    };
    for schema in relevant(
        evaluation.knowledge,
        &cx,
        assertion.value,
        assertion.instance,
    ) {
        evaluation.check(&cx, schema, assertion.instance, out);
    }
}
