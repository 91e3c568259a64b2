//! The format `AWS::EC2::Subnet.Id`.

use std::borrow::Cow;

use crate::rule::{Check, Format, Rule};

/// E1154
pub static RULE: Rule = Rule {
    id: "E1154",
    title: "Ids of subnets are well formed",
    description: "An id of a subnet does not look like one",
    source: "https://github.com/aws-cloudformation/cfn-lint/blob/main/docs/format_keyword.md#AWS::EC2::Subnet.Id",
    tags: &[],
    checks: Cow::Borrowed(&[Check::Format(Format {
        name: "AWS::EC2::Subnet.Id",
        pattern: r"^subnet-(([0-9A-Fa-f]{8})|([0-9A-Fa-f]{17}))$",
        excuses: None,
    })]),
};
