//! The format `AWS::S3::Bucket.Name`.

use std::borrow::Cow;

use cfn_warden_lint::rule::{Check, Format, Rule};
use cfn_warden_schema::Context;
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E1161"),
    tags: &[],
    checks: Cow::Borrowed(&[Check::Format(Format {
        name: "AWS::S3::Bucket.Name",
        pattern: r"^(?![.\-])(?!.*\.\.)(?!.*\-\.)(?!.*\.\-)[a-z0-9.\-]{3,63}(?<![.\-])$",
        exception: Some(is_left_open),
    })]),
};

/// Returns whether the name is empty, so that CloudFormation generates one.
fn is_left_open(cx: &Context<'_>, text: &str) -> bool {
    text.is_empty()
        && cx
            .schema_path
            .is("Resources/AWS::S3::Bucket/Properties/BucketName")
}
