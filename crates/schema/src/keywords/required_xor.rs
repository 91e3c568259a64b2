//! `requiredXor`: exactly one of these keys must be present.

use crate::{Assertion, Evaluation, Keyword, Step, ViolationKind, Violations, keyword};

/// The `requiredXor` keyword.
pub static KEYWORD: Keyword = Keyword {
    symbol: keyword::REQUIRED_XOR,
    check,
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let Some(entries) = assertion.instance.as_map() else {
        return;
    };
    let kind = ViolationKind::RequiredXor {
        properties: assertion.value,
    };
    let named = |key: &str| assertion.value.items().any(|name| name.is_text(key));
    let found: Vec<_> = entries
        .iter()
        .filter(|entry| entry.key.as_str().is_some_and(named))
        .collect();
    match found.as_slice() {
        [] => assertion.fail(out, kind),
        [_] => {}
        several => several
            .iter()
            .for_each(|entry| assertion.fail_at(evaluation, out, Step::Key(entry.key), kind)),
    }
}
