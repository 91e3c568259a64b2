//! Checks identity policies of users, groups and roles.

use std::borrow::Cow;

use crate::policy::{self, PolicyKind};
use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{Assertion, Evaluation, Violations};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3510"),
    tags: &["resources", "iam"],
    checks: Cow::Borrowed(&[Check::Value(PATHS, check)]),
};

const PATHS: &[&str] = &[
    "Resources/AWS::IAM::Group/Properties/Policies/*/PolicyDocument",
    "Resources/AWS::IAM::ManagedPolicy/Properties/PolicyDocument",
    "Resources/AWS::IAM::Policy/Properties/PolicyDocument",
    "Resources/AWS::IAM::Role/Properties/Policies/*/PolicyDocument",
    "Resources/AWS::IAM::User/Properties/Policies/*/PolicyDocument",
    "Resources/AWS::SSO::PermissionSet/Properties/InlinePolicy",
    "Resources/AWS::IAM::UserPolicy/Properties/PolicyDocument",
    "Resources/AWS::IAM::RolePolicy/Properties/PolicyDocument",
    "Resources/AWS::IAM::GroupPolicy/Properties/PolicyDocument",
];

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    policy::check(
        PolicyKind {
            rule: RuleId::new("E3510"),
            schema: "other/iam/policy_identity",
        },
        evaluation,
        assertion,
        out,
    );
}
