//! Checks resource policies of keys, buckets, topics and queues.

use std::borrow::Cow;

use crate::policy::{self, PolicyKind};
use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{Assertion, Evaluation, Violation, Violations, keyword};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3512"),
    tags: &["resources", "iam"],
    checks: Cow::Borrowed(&[Check::Value(PATHS, check)]),
};

const PATHS: &[&str] = &[
    "Resources/AWS::KMS::Key/Properties/KeyPolicy",
    "Resources/AWS::OpenSearchService::Domain/Properties/AccessPolicies",
    "Resources/AWS::S3::BucketPolicy/Properties/PolicyDocument",
    "Resources/AWS::SNS::TopicPolicy/Properties/PolicyDocument",
    "Resources/AWS::SQS::QueuePolicy/Properties/PolicyDocument",
];

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let mut found = Violations::new();
    policy::check(
        PolicyKind {
            rule: RuleId::new("E3512"),
            schema: "other/iam/policy_resource",
        },
        evaluation,
        assertion,
        &mut found,
    );
    // S3 allows statements in a bucket policy to have the same Sid.
    let of_bucket = assertion.cx.schema_path.nth(1) == Some("AWS::S3::BucketPolicy");
    let counts =
        |violation: &Violation<'a>| !of_bucket || violation.keyword != keyword::UNIQUE_KEYS;
    found
        .into_list()
        .into_iter()
        .filter(counts)
        .for_each(|violation| out.push(violation));
}
