//! Reports values of a type that SAM does not accept. Unlike CloudFormation, SAM does not convert `"true"` to `true`.

use std::borrow::Cow;

use crate::sam::{self, Located};
use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::{Check, Lint, Sink};
use cfn_warden_schema::{Json, Operand, message};
use cfn_warden_syntax::Value;
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("ED1511"),
    tags: &["serverless"],
    checks: Cow::Borrowed(&[Check::Serverless(check)]),
};

/// The types of properties, by type of resource and event source.
const TYPES: &str = "serverless/property-types";
/// Marks properties whose value SAM must know.
const NO_FUNCTIONS: &str = "no functions";

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    let Some(types) = lint.evaluation.knowledge.document(TYPES) else {
        return;
    };
    for resource in sam::resources(lint) {
        if let Some(types) = types.get(resource.kind) {
            // Schemas report wrong lists and maps of resources.
            check_properties(
                types,
                resource.properties,
                |value| !is_container(value),
                sink,
            );
        }
        for event in resource.events() {
            let name = [resource.kind, "/", event.kind].concat();
            if let Some(types) = types.get(&name) {
                check_properties(types, event.properties, |_| true, sink);
            }
        }
    }
}

fn check_properties<'a>(
    types: Json<'a>,
    properties: Located<'a>,
    is_checked: impl Fn(Located<'a>) -> bool,
    sink: &mut Sink<'a>,
) {
    for (name, value) in properties.entries() {
        let Some(types) = types.get(name) else {
            continue;
        };
        let names: Vec<&str> = types.items().filter_map(Json::as_str).collect();
        if value.is_function() {
            // A parameter has a value before the transform.
            if names.contains(&NO_FUNCTIONS)
                && !names.contains(&"object")
                && value.reference().is_none()
            {
                let operands = [Operand::Text(name)];
                const MESSAGE: &str =
                    "{} must not be a function: SAM needs the value before functions have one";
                value.report(sink, message!(MESSAGE, operands));
            }
            continue;
        }
        let Some(own) = type_of(value.node.value) else {
            continue;
        };
        if names.contains(&own) || !is_checked(value) {
            continue;
        }
        let expected: Vec<&str> = names.iter().filter_map(|name| described(name)).collect();
        let operands = [
            Operand::Text(name),
            Operand::Plain(value.keep(&expected.join(" or "))),
            Operand::Value(value.node),
        ];
        value.report(sink, message!("{} must be {}, not {}", operands));
    }
}

fn is_container(value: Located<'_>) -> bool {
    value.node.as_map().is_some() || value.node.as_list().is_some()
}

/// Returns the JSON type; `None` for null, and for dates, which are strings in CloudFormation.
fn type_of(value: Value<'_>) -> Option<&'static str> {
    match value {
        Value::Null | Value::Date(_) => None,
        Value::Bool(_) => Some("boolean"),
        Value::Int(_) | Value::BigInt(_) => Some("integer"),
        Value::Float(_) => Some("number"),
        Value::Str(_) => Some("string"),
        Value::List(_) => Some("array"),
        Value::Map(_) => Some("object"),
    }
}

fn described(name: &str) -> Option<&'static str> {
    match name {
        "boolean" => Some("true or false, without quotes"),
        "integer" => Some("an integer, without quotes"),
        "string" => Some("a string, in quotes if it looks like a number"),
        "array" => Some("a list"),
        "object" => Some("a map"),
        _ => None,
    }
}
