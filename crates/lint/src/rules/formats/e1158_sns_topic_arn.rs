//! The format `AWS::SNS::Topic.Arn`.

use std::borrow::Cow;

use crate::rule::{Check, Format, Rule};

/// E1158
pub static RULE: Rule = Rule {
    id: "E1158",
    title: "ARNs of topics are well formed",
    description: "An ARN of an SNS topic does not look like one",
    source: "https://github.com/aws-cloudformation/cfn-lint/blob/main/docs/format_keyword.md#AWS::SNS::Topic.Arn",
    tags: &[],
    checks: Cow::Borrowed(&[Check::Format(Format {
        name: "AWS::SNS::Topic.Arn",
        pattern: r"^arn:aws[a-zA-Z-]*:sns:[a-z0-9-]+:\d{12}:.+$",
        excuses: None,
    })]),
};
