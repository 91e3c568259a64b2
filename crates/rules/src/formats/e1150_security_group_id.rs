//! The format `AWS::EC2::SecurityGroup.Id`.

use std::borrow::Cow;

use cfn_warden_lint::rule::{Check, Format, Rule};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E1150"),
    tags: &[],
    checks: Cow::Borrowed(&[Check::Format(Format {
        name: "AWS::EC2::SecurityGroup.Id",
        pattern: r"^sg-([a-fA-F0-9]{8}|[a-fA-F0-9]{17})$",
        exception: None,
    })]),
};
