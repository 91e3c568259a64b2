//! `dependencies`: the keys that another key requires, or the schema that the object must then match.

use crate::{Assertion, Evaluation, Keyword, ViolationKind, Violations, keyword};

/// The `dependencies` keyword.
pub static KEYWORD: Keyword = Keyword {
    symbol: keyword::DEPENDENCIES,
    check,
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    if assertion.instance.as_map().is_none() {
        return;
    }
    for (name, dependency) in assertion
        .value
        .entries()
        .filter(|(name, _)| assertion.instance.get(name.text).is_some())
    {
        let Some(names) = dependency.as_list() else {
            evaluation.check(assertion.cx, dependency, assertion.instance, out);
            continue;
        };
        let missing = names
            .iter()
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
