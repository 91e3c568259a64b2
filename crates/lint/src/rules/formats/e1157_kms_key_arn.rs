//! The format `AWS::KMS::Key.Arn`.

use std::borrow::Cow;

use crate::rule::{Check, Format, Rule};

/// E1157
pub static RULE: Rule = Rule {
    id: "E1157",
    title: "ARNs of keys are well formed",
    description: "An ARN of a KMS key does not look like one",
    source: "https://github.com/aws-cloudformation/cfn-lint/blob/main/docs/format_keyword.md#AWS::KMS::Key.Arn",
    tags: &[],
    checks: Cow::Borrowed(&[Check::Format(Format {
        name: "AWS::KMS::Key.Arn",
        pattern: r"^arn:aws[a-zA-Z-]*:kms:[a-z0-9-]+:\d{12}:(key|alias)/.+$",
        excuses: None,
    })]),
};
