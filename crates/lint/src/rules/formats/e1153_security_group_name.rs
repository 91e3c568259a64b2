//! The format `AWS::EC2::SecurityGroup.Name`.

use std::borrow::Cow;

use crate::rule::{Check, Format, Rule};

/// E1153
pub static RULE: Rule = Rule {
    id: "E1153",
    title: "Names of security groups are well formed",
    description: "A name of a security group does not look like one",
    source: "https://github.com/aws-cloudformation/cfn-lint/blob/main/docs/format_keyword.md#AWS::EC2::SecurityGroup.Name",
    tags: &[],
    checks: Cow::Borrowed(&[Check::Format(Format {
        name: "AWS::EC2::SecurityGroup.Name",
        pattern: r"^[a-zA-Z0-9 \._\-:\/()#\,@\[\]+=&;\{\}!\$\*]+$",
        excuses: None,
    })]),
};
