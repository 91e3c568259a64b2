//! Reports resources and parameters with the same name.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::{Check, Lint, Sink};
use cfn_warden_schema::{InstancePath, Operand, Step, message};
use cfn_warden_syntax::Value;
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3007"),
    tags: &["parameters", "resources"],
    checks: Cow::Borrowed(&[Check::Template(check)]),
};

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    let root = lint.template.root;
    let Some(parameters) = root.get("Parameters") else {
        return;
    };
    for entry in root
        .get("Resources")
        .and_then(|node| node.as_map())
        .unwrap_or_default()
    {
        let typed = entry
            .value
            .get("Type")
            .is_some_and(|kind| !matches!(kind.value, Value::Null));
        if let Some(name) = entry
            .key
            .as_str()
            .filter(|name| typed && parameters.entry(name).is_some())
        {
            let instance_path = InstancePath::ROOT
                .names(lint.arena, ["Resources"])
                .step(lint.arena, Step::Key(entry.key));
            let message = message!(
                "Resources and Parameters must not share name: {}",
                [Operand::Plain(name)]
            );
            sink.report(instance_path, entry.value, message);
        }
    }
}
