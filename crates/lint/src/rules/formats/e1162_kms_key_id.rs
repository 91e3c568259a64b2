//! The format `AWS::KMS::Key.Id`.

use std::borrow::Cow;

use crate::rule::{Check, Format, Rule};

pub static RULE: Rule = Rule {
    id: "E1162",
    tags: &[],
    checks: Cow::Borrowed(&[Check::Format(Format {
        name: "AWS::KMS::Key.Id",
        pattern: r"^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|mrk-[0-9a-f]{32}|alias/[a-zA-Z0-9/_-]+)$",
        exception: None,
    })]),
};
