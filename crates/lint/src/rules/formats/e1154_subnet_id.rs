//! The format `AWS::EC2::Subnet.Id`.

use std::borrow::Cow;

use crate::rule::{Check, Format, Rule};

pub static RULE: Rule = Rule {
    id: "E1154",
    tags: &[],
    checks: Cow::Borrowed(&[Check::Format(Format {
        name: "AWS::EC2::Subnet.Id",
        pattern: r"^subnet-(([0-9A-Fa-f]{8})|([0-9A-Fa-f]{17}))$",
        exception: None,
    })]),
};
