//! Messages that state what a schema expects. They do not contain the actual value because it can be a secret.

use crate::{Json, JsonKind, Operand, Violation, keyword as k};
use cfn_warden_syntax::python;
use cfn_warden_syntax::{Node, Value};

/// Maximum length of a list of values in a message.
const MAX_LENGTH_SHOWN: usize = 200;

/// Returns the message of a violation: the problem and the expected value.
pub fn of(violation: &Violation<'_>) -> String {
    let keyword_value = violation.schema.and_then(|schema| schema.keyword(violation.keyword));
    let bound = || keyword_value.map_or_else(String::new, shown);
    match violation.keyword {
        k::TYPE => {
            format!("expected {}, found {}", keyword_value.map_or_else(String::new, types), found(violation.instance))
        }
        k::ENUM => format!("expected one of {}", bound()),
        k::CONST => format!("expected {}", bound()),
        k::PATTERN => format!("expected a string that matches {}", bound()),
        k::MINIMUM => format!("expected at least {}", bound()),
        k::MAXIMUM => format!("expected at most {}", bound()),
        k::EXCLUSIVE_MINIMUM => format!("expected more than {}", bound()),
        k::EXCLUSIVE_MAXIMUM => format!("expected less than {}", bound()),
        k::MULTIPLE_OF => format!("expected a multiple of {}", bound()),
        k::MIN_LENGTH => format!("expected at least {}", counted(&bound(), "character")),
        k::MAX_LENGTH => format!("expected at most {}", counted(&bound(), "character")),
        k::MIN_ITEMS => format!("expected at least {}", counted(&bound(), "item")),
        k::MAX_ITEMS => format!("expected at most {}", counted(&bound(), "item")),
        k::MIN_PROPERTIES => format!("expected at least {}", counted(&bound(), "element")),
        k::MAX_PROPERTIES => format!("expected at most {}", counted(&bound(), "element")),
        k::UNIQUE_ITEMS => "expected unique items".to_owned(),
        k::NOT => format!("expected anything but {}", bound()),
        k::REQUIRED => format!("{} is missing", name(violation.fault.operand(0))),
        k::ADDITIONAL_PROPERTIES => {
            let name = violation.trail.last().and_then(|step| step.text()).unwrap_or_default();
            format!("\"{name}\" is not expected here")
        }
        k::ANY_OF | k::ONE_OF => {
            let causes: Vec<String> = violation.children.iter().map(of).collect();
            format!("does not match any of the alternatives: {}", short(&causes.join("; or ")))
        }
        _ => "does not match the schema".to_owned(),
    }
}

fn name(operand: Operand<'_>) -> String {
    match operand {
        Operand::Json(json) => format!("\"{}\"", json.as_str().unwrap_or_default()),
        _ => "a property".to_owned(),
    }
}

fn counted(count: &str, what: &str) -> String {
    if count == "1" { format!("1 {what}") } else { format!("{count} {what}s") }
}

fn types(keyword_value: Json<'_>) -> String {
    let article = |name: &str| match name {
        "null" => "null".to_owned(),
        "array" | "object" | "integer" => format!("an {name}"),
        other => format!("a {other}"),
    };
    match keyword_value.as_str() {
        Some(name) => article(name),
        None => keyword_value.items().filter_map(Json::as_str).map(article).collect::<Vec<_>>().join(" or "),
    }
}

fn found(node: Node<'_>) -> &'static str {
    match node.value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Int(_) | Value::BigInt(_) | Value::Float(_) => "a number",
        Value::Str(_) | Value::Date(_) => "a string",
        Value::List(_) => "an array",
        Value::Map(_) => "an object",
    }
}

/// Formats a value of the schema as JSON.
fn shown(json: Json<'_>) -> String {
    short(&text(json))
}

fn text(json: Json<'_>) -> String {
    match json.kind() {
        JsonKind::Null => "null".to_owned(),
        JsonKind::Bool(is) => is.to_string(),
        JsonKind::Str(text) => serde_json::to_string(text).unwrap_or_default(),
        JsonKind::List(items) => items.iter().map(text).collect::<Vec<_>>().join(", "),
        JsonKind::Object(object) => {
            let one = |(key, value): (crate::Key<'_>, Json<'_>)| format!("{} {}", key.text, text(value));
            object.entries().map(one).collect::<Vec<_>>().join(", ")
        }
        _ => python::str(json),
    }
}

fn short(text: &str) -> String {
    match text.char_indices().nth(MAX_LENGTH_SHOWN) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}
