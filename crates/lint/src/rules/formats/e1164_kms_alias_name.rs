//! The format `AWS::KMS::Alias.AliasName`.

use std::borrow::Cow;

use crate::rule::{Check, Format, Rule};

pub static RULE: Rule = Rule {
    id: "E1164",
    tags: &[],
    checks: Cow::Borrowed(&[Check::Format(Format {
        name: "AWS::KMS::Alias.AliasName",
        pattern: r"^alias/[a-zA-Z0-9:/_-]+$",
        exception: None,
    })]),
};
