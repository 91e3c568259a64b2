//! Checks the form of IAM role ARNs.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{Assertion, Evaluation, KeywordValue, ViolationKind, Violations};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3511"),
    tags: &["parameters", "iam"],
    checks: Cow::Borrowed(&[Check::Value(PATHS, check)]),
};

const PATHS: &[&str] = &[
    "Resources/AWS::Backup::BackupSelection/Properties/BackupSelection/IamRoleArn",
    "Resources/AWS::Batch::ComputeEnvironment/Properties/ComputeResources/SpotIamFleetRole",
    "Resources/AWS::Batch::ComputeEnvironment/Properties/ServiceRole",
    "Resources/AWS::EC2::SpotFleet/Properties/SpotFleetRequestConfigData/IamFleetRole",
    "Resources/AWS::ECS::TaskDefinition/Properties/ExecutionRoleArn",
    "Resources/AWS::S3::Bucket/Properties/ReplicationConfiguration/Role",
];

const ARN: &str = r"^arn:(aws[a-zA-Z-]*)?:iam::\d{12}:role/[a-zA-Z_0-9+=,.@\-_/]+$";

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    if assertion
        .instance
        .as_str()
        .is_some_and(|arn| !evaluation.begins(ARN, arn))
    {
        assertion.fail(
            out,
            ViolationKind::Pattern {
                instance: assertion.instance,
                pattern: KeywordValue::Text(ARN),
            },
        );
    }
}
