//! Reports unused parameters.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::{Check, Lint, Sink};
use cfn_warden_schema::{InstancePath, Operand, Step, message};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::hash::HashSet;
use cfn_warden_syntax::{Node, Value};
use cfn_warden_template::reference::uses::sub_names;

pub static RULE: Rule = Rule {
    id: RuleId::new("W2001"),
    tags: &["parameters"],
    checks: Cow::Borrowed(&[Check::Template(check)]),
};

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    let template = lint.template;
    // A macro can use parameters that the template does not refer to.
    let transformed = |node: Node<'_>| !matches!(node.value, Value::List([]));
    if template.written.get("Transform").is_some_and(transformed) {
        return;
    }
    let mut used: HashSet<&str> = HashSet::default();
    used.extend(
        template
            .uses_as_written()
            .refs
            .iter()
            .filter_map(|used| used.entry.value.as_str()),
    );
    for used_in in &template.uses_as_written().subs {
        let text = match used_in.entry.value.value {
            Value::List([text, ..]) => text.as_str(),
            Value::Str(text) => Some(text),
            _ => None,
        };
        used.extend(sub_names(text.unwrap_or_default()));
    }
    for entry in template
        .root
        .get("Parameters")
        .and_then(|node| node.as_map())
        .unwrap_or_default()
    {
        if let Some(name) = entry.key.as_str().filter(|name| !used.contains(name)) {
            let instance_path = InstancePath::ROOT
                .names(lint.arena, ["Parameters"])
                .step(lint.arena, Step::Key(entry.key));
            sink.report(
                instance_path,
                entry.value,
                message!("Parameter {} not used.", [Operand::Plain(name)]),
            );
        }
    }
}
