//! Checks the length of output names and of strings in outputs.

use std::borrow::Cow;

use crate::limits;
use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{Assertion, Evaluation, Violations, keyword};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E6011"),
    tags: &["outputs", "limits"],
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
    limits::max_length(Some(RuleId::new("I6011")), evaluation, assertion, out);
}
