//! Reports arguments of functions that are of a kind on which cfn-lint has no answer.

use std::borrow::Cow;

use crate::sections::evaluated;
use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::{Check, Lint, Sink};
use cfn_warden_schema::Message;
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::{Value, python};
use cfn_warden_template::Function;

pub static RULE: Rule = Rule {
    id: RuleId::new("ED1003"),
    tags: &["functions"],
    checks: Cow::Borrowed(&[Check::Template(check)]),
};

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    let uses = lint.template.uses();
    let lists = [
        &uses.refs,
        &uses.get_atts,
        &uses.subs,
        &uses.ifs,
        &uses.find_in_maps,
        &uses.others,
    ];
    for used in lists.into_iter().flatten() {
        let argument = used.entry.value;
        let Some(function) = used.entry.key.as_str().and_then(Function::named) else {
            continue;
        };
        if !is_wrong(function, argument.value) {
            continue;
        }
        let (Some(expected), Some(path)) = (expected(function), evaluated(lint, used)) else {
            continue;
        };
        let written = match argument.value {
            Value::Null => "null".to_owned(),
            Value::Bool(value) => value.to_string(),
            _ => python::str(argument),
        };
        let message = format!(
            "`{}` needs {expected}, but its argument is `{written}`",
            function.name()
        );
        sink.report(
            path,
            argument,
            Message::text(lint.arena.alloc_str(&message)),
        );
    }
}

/// Returns whether an argument is null, or a number or boolean where only the rules of other functions report it.
fn is_wrong(function: Function, argument: Value<'_>) -> bool {
    match argument {
        Value::Null => true,
        Value::Int(_) | Value::BigInt(_) | Value::Float(_) | Value::Bool(_) => {
            function == Function::Sub
        }
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
