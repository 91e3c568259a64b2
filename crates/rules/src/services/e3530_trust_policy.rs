//! Checks the trust policies of roles.

use std::borrow::Cow;

use crate::policy::{self, PolicyKind};
use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{Assertion, Evaluation, Violations};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3530"),
    tags: &["resources", "iam"],
    checks: Cow::Borrowed(&[Check::Value(PATHS, check)]),
};

const PATHS: &[&str] = &["Resources/AWS::IAM::Role/Properties/AssumeRolePolicyDocument"];

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    policy::check(
        PolicyKind {
            rule: RuleId::new("E3530"),
            schema: "other/iam/policy_trust",
        },
        evaluation,
        assertion,
        out,
    );
}
