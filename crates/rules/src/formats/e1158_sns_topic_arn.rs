//! The format `AWS::SNS::Topic.Arn`.

use std::borrow::Cow;

use cfn_warden_lint::rule::{Check, Format, Rule};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E1158"),
    tags: &[],
    checks: Cow::Borrowed(&[Check::Format(Format {
        name: "AWS::SNS::Topic.Arn",
        pattern: r"^arn:aws[a-zA-Z-]*:sns:[a-z0-9-]+:\d{12}:.+$",
        exception: None,
    })]),
};
