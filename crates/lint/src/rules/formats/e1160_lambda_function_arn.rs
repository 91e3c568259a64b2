//! The format `AWS::Lambda::Function.Arn`.

use std::borrow::Cow;

use crate::rule::{Check, Format, Rule};

/// E1160
pub static RULE: Rule = Rule {
    id: "E1160",
    title: "ARNs of functions are well formed",
    description: "An ARN of a Lambda function does not look like one",
    source: "https://github.com/aws-cloudformation/cfn-lint/blob/main/docs/format_keyword.md#AWS::Lambda::Function.Arn",
    tags: &[],
    checks: Cow::Borrowed(&[Check::Format(Format {
        name: "AWS::Lambda::Function.Arn",
        pattern: r"^arn:aws[a-zA-Z-]*:lambda:[a-z0-9-]+:\d{12}:function:.+(:.+)?$",
        excuses: None,
    })]),
};
