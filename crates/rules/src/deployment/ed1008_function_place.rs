//! Reports functions in sections where CloudFormation does not support them.

use std::borrow::Cow;

use crate::sections::{evaluated, is_plain};
use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::{Check, Lint, Sink};
use cfn_warden_schema::{InstancePath, Message, Operand, Step, message};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_template::Function;

pub static RULE: Rule = Rule {
    id: RuleId::new("ED1008"),
    tags: &["functions"],
    checks: Cow::Borrowed(&[Check::Template(check)]),
};

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    let others = &lint.template.uses().others;
    for used in others.iter().filter(|_| is_plain(lint.template)) {
        let Some(function) = used.entry.key.as_str().and_then(Function::named) else {
            continue;
        };
        let Some(sections) = allowed(function) else {
            continue;
        };
        let Some(path) = evaluated(lint, used) else {
            continue;
        };
        let message = format!("`{}` is only supported in {sections}", function.name());
        sink.report(
            path,
            used.entry.value,
            Message::text(lint.arena.alloc_str(&message)),
        );
    }
    for used in lint
        .template
        .uses()
        .refs
        .iter()
        .filter(|used| used.section == Some("Rules"))
    {
        let Some(name) = used
            .entry
            .value
            .as_str()
            .filter(|name| lint.template.resource(name).is_some())
        else {
            continue;
        };
        let path = InstancePath::of(lint.arena, lint.tree, used.holder.id)
            .step(lint.arena, Step::Key(used.entry.key));
        let message = message!(
            "Rules can refer to parameters only, and {} is a resource",
            [Operand::Plain(name)]
        );
        sink.report(path, used.entry.value, message);
    }
}

/// Returns the sections in which a function is supported, if it is not in resources and outputs.
fn allowed(function: Function) -> Option<&'static str> {
    match function {
        Function::Contains
        | Function::EachMemberEquals
        | Function::EachMemberIn
        | Function::RefAll
        | Function::ValueOf
        | Function::ValueOfAll => Some("Rules"),
        Function::And | Function::Or | Function::Not | Function::Equals => {
            Some("Conditions and Rules")
        }
        _ => None,
    }
}
