//! Reports unused conditions.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::{Check, Lint, Sink};
use cfn_warden_schema::{InstancePath, Operand, Step, message};
use cfn_warden_syntax::Value;
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::hash::HashSet;

pub static RULE: Rule = Rule {
    id: RuleId::new("W8001"),
    tags: &["conditions"],
    checks: Cow::Borrowed(&[Check::Template(check)]),
};

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    let root = lint.template.root;
    let mut used: HashSet<&str> = HashSet::default();
    for choice in &lint.template.uses_as_written().ifs {
        used.extend(match choice.entry.value.value {
            Value::List([name, ..]) => name.as_str(),
            Value::Str(name) => Some(name),
            _ => None,
        });
    }
    let nested = lint
        .template
        .uses()
        .conditions
        .iter()
        .filter(|used| used.section == Some("Conditions"));
    used.extend(nested.filter_map(|used| used.entry.value.as_str()));
    for entry in root
        .get("Resources")
        .and_then(|node| node.as_map())
        .unwrap_or_default()
    {
        if entry
            .value
            .get("Type")
            .is_some_and(|kind| !matches!(kind.value, Value::Null))
        {
            used.extend(entry.value.get("Condition").and_then(|name| name.as_str()));
        }
    }
    for entry in root
        .get("Outputs")
        .and_then(|node| node.as_map())
        .unwrap_or_default()
    {
        used.extend(entry.value.get("Condition").and_then(|name| name.as_str()));
    }
    for entry in root
        .get("Conditions")
        .and_then(|node| node.as_map())
        .unwrap_or_default()
    {
        if let Some(name) = entry.key.as_str().filter(|name| !used.contains(name)) {
            let instance_path = InstancePath::ROOT
                .names(lint.arena, ["Conditions"])
                .step(lint.arena, Step::Key(entry.key));
            sink.report(
                instance_path,
                entry.value,
                message!("Condition {} not used", [Operand::Plain(name)]),
            );
        }
    }
}
