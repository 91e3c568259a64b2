//! Reports functions that CloudFormation does not have.

use std::borrow::Cow;

use crate::Rule;
use crate::rule::{Check, Lint, Sink};
use crate::rules::sections::{is_plain, with_functions};
use crate::rules::values::{instance_path, visit_all};
use cfn_warden_schema::{Message, Step};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::names::nearest;
use cfn_warden_template::Function;

pub static RULE: Rule =
    Rule { id: RuleId::new("ED1009"), tags: &["functions"], checks: Cow::Borrowed(&[Check::Template(check)]) };

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    // A macro can define functions of its own.
    if !is_plain(lint.template) {
        return;
    }
    let names: Vec<&str> = Function::ALL.iter().map(|function| function.name()).collect();
    for (path, section) in with_functions(lint.template.root) {
        visit_all(section, &mut path.clone(), &mut |path, node| {
            let Some([entry]) = node.as_map() else { return };
            let Some(name) = entry.key.as_str().filter(|name| is_unknown(name)) else { return };
            let hint = match nearest(name, names.iter().copied().filter(|name| name.starts_with("Fn::"))) {
                Some(similar) => format!("; did you mean {similar}?"),
                None => String::new(),
            };
            let path = [path, &[Step::Key(entry.key)]].concat();
            let message = format!("CloudFormation does not have the function {name}{hint}");
            sink.report(instance_path(lint.arena, &path), entry.value, Message::text(lint.arena.alloc_str(&message)));
        });
    }
}

/// Returns whether a key has the form of a function's name, but is not one.
fn is_unknown(key: &str) -> bool {
    key.strip_prefix("Fn::").is_some_and(|rest| !rest.starts_with("ForEach::")) && Function::named(key).is_none()
}
