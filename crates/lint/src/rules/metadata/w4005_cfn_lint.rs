//! What a template tells the linter.

use std::borrow::Cow;

use crate::Rule;
use crate::message::MessageTemplate;
use crate::rule::Check;
use crate::schema_rule::{Report, SchemaRule, View};

/// W4005
pub static RULE: Rule = Rule {
    id: "W4005",
    tags: &["metadata"],
    checks: Cow::Borrowed(&[Check::Schema(SchemaRule {
        paths: Cow::Borrowed(&["Metadata/cfn-lint"]),
        document: "other/metadata/cfn_lint",
        view: View::PLAIN,
        report: Report::All(MessageTemplate::VIOLATION),
    })]),
};
