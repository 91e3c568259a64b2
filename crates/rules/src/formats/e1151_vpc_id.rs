//! The format `AWS::EC2::VPC.Id`.

use std::borrow::Cow;

use cfn_warden_lint::rule::{Check, Format, Rule};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E1151"),
    tags: &[],
    checks: Cow::Borrowed(&[Check::Format(Format {
        name: "AWS::EC2::VPC.Id",
        pattern: r"^vpc-(([0-9A-Fa-f]{8})|([0-9A-Fa-f]{17}))$",
        exception: None,
    })]),
};
