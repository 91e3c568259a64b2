//! The format `AWS::EC2::Subnet.Id`.

use std::borrow::Cow;

use cfn_warden_lint::rule::{Check, Format, Rule};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E1154"),
    tags: &[],
    checks: Cow::Borrowed(&[Check::Format(Format {
        name: "AWS::EC2::Subnet.Id",
        pattern: r"^subnet-(([0-9A-Fa-f]{8})|([0-9A-Fa-f]{17}))$",
        exception: None,
    })]),
};
