//! The `Metadata` section.

use std::borrow::Cow;

use crate::Rule;
use crate::rule::Check;
use crate::schema_rule::{Report, SchemaRule, View};
use crate::words::Words;

/// E4002
pub static RULE: Rule = Rule {
    id: "E4002",
    tags: &["metadata"],
    checks: Cow::Borrowed(&[Check::Schema(SchemaRule {
        at: Cow::Borrowed(&["Metadata"]),
        document: "other/metadata/configuration",
        sees: View::PLAIN,
        report: Report::All(Words::OWN),
    })]),
};
