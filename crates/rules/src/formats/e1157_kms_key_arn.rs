//! The format `AWS::KMS::Key.Arn`.

use std::borrow::Cow;

use cfn_warden_lint::rule::{Check, Format, Rule};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E1157"),
    tags: &[],
    checks: Cow::Borrowed(&[Check::Format(Format {
        name: "AWS::KMS::Key.Arn",
        pattern: r"^arn:aws[a-zA-Z-]*:kms:[a-z0-9-]+:\d{12}:(key|alias)/.+$",
        exception: None,
    })]),
};
