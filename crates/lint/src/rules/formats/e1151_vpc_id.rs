//! The format `AWS::EC2::VPC.Id`.

use std::borrow::Cow;

use crate::rule::{Check, Format, Rule};

pub static RULE: Rule = Rule {
    id: "E1151",
    tags: &[],
    checks: Cow::Borrowed(&[Check::Format(Format {
        name: "AWS::EC2::VPC.Id",
        pattern: r"^vpc-(([0-9A-Fa-f]{8})|([0-9A-Fa-f]{17}))$",
        exception: None,
    })]),
};
