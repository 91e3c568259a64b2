//! `dependentExcluded`: keys that cannot be combined with another key.

use crate::{Assertion, Evaluation, Keyword, Step, ViolationKind, Violations, keyword};

/// The `dependentExcluded` keyword.
pub static KEYWORD: Keyword = Keyword {
    symbol: keyword::DEPENDENT_EXCLUDED,
    check,
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    if assertion.instance.as_map().is_none() {
        return;
    }
    for (name, others) in assertion
        .value
        .entries()
        .filter(|(name, _)| assertion.instance.get(name.text).is_some())
    {
        for other in others
            .items()
            .filter_map(|other| other.as_str())
            .filter(|other| assertion.instance.get(other).is_some())
        {
            let kind = ViolationKind::DependentExcluded {
                property: name.text,
                excluded: other,
            };
            assertion.fail_at(evaluation, out, Step::Name(other), kind);
        }
    }
}
