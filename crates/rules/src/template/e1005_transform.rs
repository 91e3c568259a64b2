//! Checks the `Transform` section.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::message::MessageTemplate;
use cfn_warden_lint::rule::{Check, Lint, Sink};
use cfn_warden_lint::schema_rule::{Report, SchemaRule, View};
use cfn_warden_schema::{InstancePath, Operand, message};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_template::Compat;
use cfn_warden_template::transform::is_transform_name;

pub static RULE: Rule = Rule {
    id: RuleId::new("E1005"),
    tags: &["transform"],
    checks: Cow::Borrowed(&[
        Check::Schema(SchemaRule {
            paths: Cow::Borrowed(&["Transform"]),
            document: "other/transforms/configuration",
            view: View::PLAIN,
            report: Report::All(MessageTemplate::VIOLATION),
        }),
        Check::Template(check_names),
    ]),
};

/// Reports names that no macro can have. cfn-lint accepts any text, and CloudFormation finds no transform of that name.
fn check_names<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    if !lint.settings.deployment_rules || lint.settings.compat != Compat::default() {
        return;
    }
    let section = lint.template.root.get("Transform");
    let items = section.and_then(|section| section.as_list());
    let calls = lint.template.uses().others.iter();
    let called = calls
        .filter(|used| used.entry.key.as_str() == Some("Fn::Transform"))
        .map(|used| used.entry.value);
    let transforms = section
        .into_iter()
        .chain(items.into_iter().flatten().copied())
        .chain(called);
    for transform in transforms {
        let name = transform.get("Name").unwrap_or(transform);
        let Some(text) = name.as_str().filter(|text| !is_transform_name(text)) else {
            continue;
        };
        let message = message!(
            "{} is not the name of a macro: names have letters, digits, `-` and `_`",
            [Operand::Text(text)]
        );
        let path = InstancePath::of(lint.arena, lint.tree, name.id);
        sink.report(path, name, message);
    }
}
