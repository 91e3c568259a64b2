//! The format `AWS::EC2::SecurityGroup.Id`.

use std::borrow::Cow;

use crate::rule::{Check, Format, Rule};

/// E1150
pub static RULE: Rule = Rule {
    id: "E1150",
    title: "Ids of security groups are well formed",
    description: "An id of a security group does not look like one",
    source: "https://github.com/aws-cloudformation/cfn-lint/blob/main/docs/format_keyword.md#AWS::EC2::SecurityGroup.Id",
    tags: &[],
    checks: Cow::Borrowed(&[Check::Format(Format {
        name: "AWS::EC2::SecurityGroup.Id",
        pattern: r"^sg-([a-fA-F0-9]{8}|[a-fA-F0-9]{17})$",
        excuses: None,
    })]),
};
