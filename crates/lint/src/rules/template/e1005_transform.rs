//! The `Transform` section.

use std::borrow::Cow;

use crate::Rule;
use crate::rule::Check;
use crate::schema_rule::{Report, SchemaRule, View};
use crate::words::Words;

/// E1005
pub static RULE: Rule = Rule {
    id: "E1005",
    tags: &["transform"],
    checks: Cow::Borrowed(&[Check::Schema(SchemaRule {
        at: Cow::Borrowed(&["Transform"]),
        document: "other/transforms/configuration",
        sees: View::PLAIN,
        report: Report::All(Words::OWN),
    })]),
};
