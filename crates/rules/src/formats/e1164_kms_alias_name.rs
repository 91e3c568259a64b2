//! The format `AWS::KMS::Alias.AliasName`.

use std::borrow::Cow;

use cfn_warden_lint::rule::{Check, Format, Rule};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E1164"),
    tags: &[],
    checks: Cow::Borrowed(&[Check::Format(Format {
        name: "AWS::KMS::Alias.AliasName",
        pattern: r"^alias/[a-zA-Z0-9:/_-]+$",
        exception: None,
    })]),
};
