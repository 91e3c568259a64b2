//! Reports functions in sections where CloudFormation does not support them.

use std::borrow::Cow;

use crate::Rule;
use crate::rule::{Check, Lint, Sink};
use crate::rules::sections::{is_plain, with_functions};
use crate::rules::values::{instance_path, visit_all};
use cfn_warden_schema::{Message, Step};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_template::function::{Function, lone_function};

pub static RULE: Rule =
    Rule { id: RuleId::new("ED1008"), tags: &["functions"], checks: Cow::Borrowed(&[Check::Template(check)]) };

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    let mut report = |path: &[Step<'a>], node, message: String| {
        let message = Message::text(lint.arena.alloc_str(&message));
        sink.report(instance_path(lint.arena, path), node, message);
    };
    if is_plain(lint.template) {
        for (path, section) in with_functions(lint.template.root) {
            visit_all(section, &mut path.clone(), &mut |path, node| {
                let Some((function, entry)) = lone_function(node) else { return };
                let Some(sections) = allowed(function) else { return };
                let path = [path, &[Step::Key(entry.key)]].concat();
                report(&path, entry.value, format!("{} is only supported in {sections}", function.name()));
            });
        }
    }
    let Some(rules) = lint.template.root.entry("Rules") else { return };
    visit_all(rules.value, &mut vec![Step::Key(rules.key)], &mut |path, node| {
        let Some((Function::Ref, entry)) = lone_function(node) else { return };
        let Some(name) = entry.value.as_str().filter(|name| lint.template.resource(name).is_some()) else { return };
        let path = [path, &[Step::Key(entry.key)]].concat();
        let message = format!("Rules can refer to parameters only, and {name} is a resource");
        report(&path, entry.value, message);
    });
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
        Function::And | Function::Or | Function::Not | Function::Equals => Some("Conditions and Rules"),
        _ => None,
    }
}
