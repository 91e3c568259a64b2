//! The format `AWS::IAM::Role.Arn`.

use std::borrow::Cow;

use cfn_warden_lint::rule::{Check, Format, Rule};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E1156"),
    tags: &[],
    checks: Cow::Borrowed(&[Check::Format(Format {
        name: "AWS::IAM::Role.Arn",
        pattern: r"^arn:aws[a-zA-Z-]*:iam::\d{12}:role/.+$",
        exception: None,
    })]),
};
