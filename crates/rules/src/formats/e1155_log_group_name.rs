//! The format `AWS::Logs::LogGroup.Name`.

use std::borrow::Cow;

use cfn_warden_lint::rule::{Check, Format, Rule};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E1155"),
    tags: &[],
    checks: Cow::Borrowed(&[Check::Format(Format {
        name: "AWS::Logs::LogGroup.Name",
        pattern: r"^[\.\-_\/#A-Za-z0-9]{1,512}\Z",
        exception: None,
    })]),
};
