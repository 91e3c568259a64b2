//! Reports mappings that no `Fn::FindInMap` uses.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::{Check, Lint, Sink};
use cfn_warden_schema::{InstancePath, Operand, Step, message};
use cfn_warden_syntax::Value;
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::hash::HashSet;

pub static RULE: Rule = Rule {
    id: RuleId::new("W7001"),
    tags: &["mappings"],
    checks: Cow::Borrowed(&[Check::Template(check)]),
};

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    let mappings = lint
        .template
        .root
        .get("Mappings")
        .and_then(|node| node.as_map())
        .unwrap_or_default();
    if matches!(mappings, [only] if only.key.as_str() == Some("Fn::Transform")) {
        return;
    }
    let mut used: HashSet<&str> = HashSet::default();
    for find in &lint.template.uses_as_written().find_in_maps {
        let name = match find.entry.value.value {
            Value::List([name, ..]) => *name,
            _ => find.entry.value,
        };
        // A computed name can refer to any mapping.
        if name.as_map().is_some() && find.entry.value.as_list().is_some() {
            return;
        }
        used.extend(name.as_str());
    }
    for entry in mappings {
        if let Some(name) = entry.key.as_str().filter(|name| !used.contains(name)) {
            let instance_path = InstancePath::ROOT
                .names(lint.arena, ["Mappings"])
                .step(lint.arena, Step::Key(entry.key));
            sink.report(
                instance_path,
                entry.value,
                message!(
                    "Mapping '{}' is defined but not used",
                    [Operand::Plain(name)]
                ),
            );
        }
    }
}
