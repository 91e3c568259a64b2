//! The `Metadata` section.

use std::borrow::Cow;

use crate::Rule;
use crate::rule::Check;
use crate::schema_rule::{Report, SchemaRule, View};
use crate::words::Words;

/// E4002
pub static RULE: Rule = Rule {
    id: "E4002",
    title: "Metadata is well formed",
    description: "Metadata is a map without nulls",
    source: "https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/metadata-section-structure.html",
    tags: &["metadata"],
    checks: Cow::Borrowed(&[Check::Schema(SchemaRule {
        at: Cow::Borrowed(&["Metadata"]),
        document: "other/metadata/configuration",
        sees: View::PLAIN,
        report: Report::All(Words::OWN),
    })]),
};
