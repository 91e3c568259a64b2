//! Checks the `Metadata` section.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::message::MessageTemplate;
use cfn_warden_lint::rule::Check;
use cfn_warden_lint::schema_rule::{Report, SchemaRule, View};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E4002"),
    tags: &["metadata"],
    checks: Cow::Borrowed(&[Check::Schema(SchemaRule {
        paths: Cow::Borrowed(&["Metadata"]),
        document: "other/metadata/configuration",
        view: View::PLAIN,
        report: Report::All(MessageTemplate::VIOLATION),
    })]),
};
