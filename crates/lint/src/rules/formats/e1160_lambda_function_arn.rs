//! The format `AWS::Lambda::Function.Arn`.

use std::borrow::Cow;

use crate::rule::{Check, Format, Rule};

pub static RULE: Rule = Rule {
    id: "E1160",
    tags: &[],
    checks: Cow::Borrowed(&[Check::Format(Format {
        name: "AWS::Lambda::Function.Arn",
        pattern: r"^arn:aws[a-zA-Z-]*:lambda:[a-z0-9-]+:\d{12}:function:.+(:.+)?$",
        exception: None,
    })]),
};
