//! The format `AWS::KMS::Key.Arn`.

use std::borrow::Cow;

use crate::rule::{Check, Format, Rule};

pub static RULE: Rule = Rule {
    id: "E1157",
    tags: &[],
    checks: Cow::Borrowed(&[Check::Format(Format {
        name: "AWS::KMS::Key.Arn",
        pattern: r"^arn:aws[a-zA-Z-]*:kms:[a-z0-9-]+:\d{12}:(key|alias)/.+$",
        exception: None,
    })]),
};
