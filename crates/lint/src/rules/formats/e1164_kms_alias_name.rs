//! The format `AWS::KMS::Alias.AliasName`.

use std::borrow::Cow;

use crate::rule::{Check, Format, Rule};

/// E1164
pub static RULE: Rule = Rule {
    id: "E1164",
    title: "Names of key aliases are well formed",
    description: "A name of a KMS alias does not look like one",
    source: "https://github.com/aws-cloudformation/cfn-lint/blob/main/docs/format_keyword.md#AWS::KMS::Alias.AliasName",
    tags: &[],
    checks: Cow::Borrowed(&[Check::Format(Format {
        name: "AWS::KMS::Alias.AliasName",
        pattern: r"^alias/[a-zA-Z0-9:/_-]+$",
        excuses: None,
    })]),
};
