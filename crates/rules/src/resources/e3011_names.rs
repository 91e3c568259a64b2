//! Checks the length of logical IDs. As in cfn-lint, this implementation of `propertyNames` also applies to nested
//! schemas.

use std::borrow::Cow;

use crate::limits;
use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{Assertion, Evaluation, Violations, keyword};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3011"),
    tags: &["resources", "limits"],
    checks: Cow::Borrowed(&[Check::Keyword(keyword::PROPERTY_NAMES, names)]),
};

fn names<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    limits::property_names(&[(keyword::MAX_LENGTH, length)], evaluation, assertion, out);
}

fn length<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    out: &mut Violations<'a>,
) {
    limits::max_length(Some(RuleId::new("I3012")), evaluation, assertion, out);
}
