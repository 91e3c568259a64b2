//! Checks the `Transform` section.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::message::MessageTemplate;
use cfn_warden_lint::rule::Check;
use cfn_warden_lint::schema_rule::{Report, SchemaRule, View};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E1005"),
    tags: &["transform"],
    checks: Cow::Borrowed(&[Check::Schema(SchemaRule {
        paths: Cow::Borrowed(&["Transform"]),
        document: "other/transforms/configuration",
        view: View::PLAIN,
        report: Report::All(MessageTemplate::VIOLATION),
    })]),
};
