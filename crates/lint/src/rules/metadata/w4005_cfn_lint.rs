//! Checks the linter configuration in a template's metadata.

use std::borrow::Cow;

use crate::Rule;
use crate::message::MessageTemplate;
use crate::rule::Check;
use crate::schema_rule::{Report, SchemaRule, View};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("W4005"),
    tags: &["metadata"],
    checks: Cow::Borrowed(&[Check::Schema(SchemaRule {
        paths: Cow::Borrowed(&["Metadata/cfn-lint"]),
        document: "other/metadata/cfn_lint",
        view: View::PLAIN,
        report: Report::All(MessageTemplate::VIOLATION),
    })]),
};
