//! Checks the number of resources in a template. As in cfn-lint, this implementation of `maxProperties` also applies to
//! nested schemas.

use std::borrow::Cow;

use crate::limits;
use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{Assertion, Evaluation, Violations, keyword};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3010"),
    tags: &["resources", "limits"],
    checks: Cow::Borrowed(&[Check::Keyword(keyword::MAX_PROPERTIES, check)]),
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    limits::max_properties(RuleId::new("I3010"), evaluation, assertion, out);
}
