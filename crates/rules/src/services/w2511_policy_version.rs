//! Reports old values of `Version` in policies.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{Assertion, Evaluation, Violations, message};
use cfn_warden_syntax::Value;
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("W2511"),
    tags: &["properties", "iam"],
    checks: Cow::Borrowed(&[Check::Value(
        &["AWS::IAM::Policy/Properties/PolicyDocument/Version"],
        check,
    )]),
};

fn check<'a>(_: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    if matches!(
        assertion.instance.value,
        Value::Str("2008-10-17") | Value::Date("2008-10-17")
    ) {
        assertion.fail(
            out,
            message!("IAM Policy Version should be updated to '2012-10-17'"),
        );
    }
}
