//! The format `AWS::EC2::VPC.Id`.

use std::borrow::Cow;

use crate::rule::{Check, Format, Rule};

/// E1151
pub static RULE: Rule = Rule {
    id: "E1151",
    title: "Ids of VPCs are well formed",
    description: "An id of a VPC does not look like one",
    source: "https://github.com/aws-cloudformation/cfn-lint/blob/main/docs/format_keyword.md#AWS::EC2::VPC.Id",
    tags: &[],
    checks: Cow::Borrowed(&[Check::Format(Format {
        name: "AWS::EC2::VPC.Id",
        pattern: r"^vpc-(([0-9A-Fa-f]{8})|([0-9A-Fa-f]{17}))$",
        excuses: None,
    })]),
};
