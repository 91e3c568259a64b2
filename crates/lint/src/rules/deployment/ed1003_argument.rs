//! Reports arguments of functions that are of a kind on which cfn-lint has no answer.

use std::borrow::Cow;

use crate::Rule;
use crate::rule::{Check, Lint, Sink};
use crate::rules::sections::with_functions;
use crate::rules::values::{instance_path, visit_all};
use cfn_warden_schema::{Message, Step};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::{Value, python};
use cfn_warden_template::function::{Function, lone_function};

pub static RULE: Rule =
    Rule { id: RuleId::new("ED1003"), tags: &["functions"], checks: Cow::Borrowed(&[Check::Template(check)]) };

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    for (path, section) in with_functions(lint.template.root) {
        visit_all(section, &mut path.clone(), &mut |path, node| {
            let Some((function, entry)) = lone_function(node) else { return };
            let Some(expected) = expected(function).filter(|_| is_wrong(function, entry.value.value)) else { return };
            let written = match entry.value.value {
                Value::Null => "null".to_owned(),
                Value::Bool(value) => value.to_string(),
                _ => python::str(entry.value),
            };
            let message = format!("{} needs {expected}, but its argument is {written}", function.name());
            let at = instance_path(lint.arena, path).step(lint.arena, Step::Key(entry.key));
            sink.report(at, entry.value, Message::text(lint.arena.alloc_str(&message)));
        });
    }
}

/// Returns whether an argument is null, or a number or boolean where only the rules of other functions report it.
fn is_wrong(function: Function, argument: Value<'_>) -> bool {
    match argument {
        Value::Null => true,
        Value::Int(_) | Value::BigInt(_) | Value::Float(_) | Value::Bool(_) => function == Function::Sub,
        _ => false,
    }
}

/// Returns the argument of a function in words; `None` for functions that other rules check completely.
fn expected(function: Function) -> Option<&'static str> {
    Some(match function {
        Function::Sub => "a string, or a list of a string and a map of variables",
        Function::Ref => "the name of a parameter or resource",
        Function::GetAtt => "a resource and an attribute",
        Function::Join => "a list of a delimiter and a list of values",
        Function::Select => "a list of an index and a list",
        Function::Split => "a list of a delimiter and a string",
        Function::If => "a list of a condition name and two values",
        Function::FindInMap => "a list of a mapping and two keys",
        Function::Cidr => "a list of an address block, a count and a number of bits",
        Function::Base64 | Function::ImportValue => "a string",
        _ => return None,
    })
}
