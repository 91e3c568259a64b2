//! Checks the linter configuration in a template's metadata.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::message::MessageTemplate;
use cfn_warden_lint::rule::Check;
use cfn_warden_lint::schema_rule::{Report, SchemaRule, View};
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
