//! The format `AWS::Logs::LogGroup.Name`.

use std::borrow::Cow;

use crate::rule::{Check, Format, Rule};

/// E1155
pub static RULE: Rule = Rule {
    id: "E1155",
    title: "Names of log groups are well formed",
    description: "A name of a log group does not look like one",
    source: "https://github.com/aws-cloudformation/cfn-lint/blob/main/docs/format_keyword.md#AWS::Logs::LogGroup.Name",
    tags: &[],
    checks: Cow::Borrowed(&[Check::Format(Format {
        name: "AWS::Logs::LogGroup.Name",
        pattern: r"^[\.\-_\/#A-Za-z0-9]{1,512}\Z",
        excuses: None,
    })]),
};
