//! `dependentRequired`: keys that another key requires.

use crate::{Assertion, Evaluation, Keyword, ViolationKind, Violations, keyword};

/// The `dependentRequired` keyword.
pub static KEYWORD: Keyword = Keyword {
    symbol: keyword::DEPENDENT_REQUIRED,
    check,
};

fn check<'a>(_: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    if assertion.instance.as_map().is_none() {
        return;
    }
    for (name, others) in assertion
        .value
        .entries()
        .filter(|(name, _)| assertion.instance.get(name.text).is_some())
    {
        let missing = others
            .items()
            .filter_map(|other| other.as_str())
            .filter(|other| assertion.instance.get(other).is_none());
        for required in missing {
            assertion.fail(
                out,
                ViolationKind::DependentRequired {
                    property: name.text,
                    required,
                },
            );
        }
    }
}
