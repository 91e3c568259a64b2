//! The format `AWS::IAM::Role.Arn`.

use std::borrow::Cow;

use crate::rule::{Check, Format, Rule};

/// E1156
pub static RULE: Rule = Rule {
    id: "E1156",
    title: "ARNs of roles are well formed",
    description: "An ARN of an IAM role does not look like one",
    source: "https://github.com/aws-cloudformation/cfn-lint/blob/main/docs/format_keyword.md#AWS::IAM::Role.Arn",
    tags: &[],
    checks: Cow::Borrowed(&[Check::Format(Format {
        name: "AWS::IAM::Role.Arn",
        pattern: r"^arn:aws[a-zA-Z-]*:iam::\d{12}:role/.+$",
        excuses: None,
    })]),
};
