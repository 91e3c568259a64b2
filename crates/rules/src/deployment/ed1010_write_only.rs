//! Reports references to attributes that can only be written.

use std::borrow::Cow;

use crate::sections::evaluated;
use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::{Check, Lint, Sink};
use cfn_warden_schema::resolve::sub_names;
use cfn_warden_schema::{Message, keyword};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::{Node, Value};
use cfn_warden_template::Function;

pub static RULE: Rule = Rule {
    id: RuleId::new("ED1010"),
    tags: &["functions", "getatt", "sub"],
    checks: Cow::Borrowed(&[Check::Template(check)]),
};

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    let uses = lint.template.uses();
    for used in uses.get_atts.iter().chain(&uses.subs) {
        let Some(function) = used.entry.key.as_str().and_then(Function::named) else {
            continue;
        };
        for (resource, attribute) in targets(function, used.entry.value) {
            if !is_write_only(lint, resource, attribute) {
                continue;
            }
            let Some(path) = evaluated(lint, used) else {
                continue;
            };
            let message = format!(
                "`{resource}.{attribute}` can only be written: the service does not return its value"
            );
            sink.report(
                path,
                used.entry.value,
                Message::text(lint.arena.alloc_str(&message)),
            );
        }
    }
}

/// Returns the resources and attributes that `Fn::GetAtt` and `Fn::Sub` refer to.
fn targets<'a>(function: Function, argument: Node<'a>) -> Vec<(&'a str, &'a str)> {
    match (function, argument.value) {
        (Function::GetAtt, Value::List([resource, attribute])) => resource
            .as_str()
            .zip(attribute.as_str())
            .into_iter()
            .collect(),
        (Function::GetAtt, Value::Str(name)) => name.split_once('.').into_iter().collect(),
        (Function::Sub, Value::Str(text)) => sub_names(text)
            .filter_map(|name| name.split_once('.'))
            .collect(),
        (Function::Sub, Value::List([text, variables])) => {
            let names = text.as_str().into_iter().flat_map(sub_names);
            names
                .filter(|name| variables.entry(name).is_none())
                .filter_map(|name| name.split_once('.'))
                .collect()
        }
        _ => Vec::new(),
    }
}

fn is_write_only(lint: &Lint<'_, '_>, resource: &str, attribute: &str) -> bool {
    let kind = lint
        .template
        .resource(resource)
        .map(|resource| resource.kind);
    let Some(schema) = kind.and_then(|kind| lint.evaluation.knowledge.resource(kind)) else {
        return false;
    };
    let is_in = |symbol| {
        let mut paths = schema
            .keyword(symbol)
            .into_iter()
            .flat_map(|paths| paths.items());
        paths.any(|path| {
            path.as_str()
                .and_then(|path| path.strip_prefix("/properties/"))
                == Some(attribute)
        })
    };
    is_in(keyword::WRITE_ONLY_PROPERTIES) && !is_in(keyword::READ_ONLY_PROPERTIES)
}
