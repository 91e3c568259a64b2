//! What a template tells the linter.

use std::borrow::Cow;

use crate::Rule;
use crate::rule::Check;
use crate::schema_rule::{Report, SchemaRule, View};
use crate::words::Words;

/// W4005
pub static RULE: Rule = Rule {
    id: "W4005",
    tags: &["metadata"],
    checks: Cow::Borrowed(&[Check::Schema(SchemaRule {
        at: Cow::Borrowed(&["Metadata/cfn-lint"]),
        document: "other/metadata/cfn_lint",
        sees: View::PLAIN,
        report: Report::All(Words::OWN),
    })]),
};
