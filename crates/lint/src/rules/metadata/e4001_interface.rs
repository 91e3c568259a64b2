//! How the console groups parameters.

use std::borrow::Cow;

use crate::Rule;
use crate::rule::Check;
use crate::schema_rule::{Report, SchemaRule, View};
use crate::words::Words;

/// E4001
pub static RULE: Rule = Rule {
    id: "E4001",
    tags: &["metadata"],
    checks: Cow::Borrowed(&[Check::Schema(SchemaRule {
        at: Cow::Borrowed(&["Metadata/AWS::CloudFormation::Interface"]),
        document: "other/metadata/interface",
        sees: View::PLAIN,
        report: Report::All(Words::OWN),
    })]),
};
