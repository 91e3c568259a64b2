//! Messages for violations of a variable's schema. They state what the schema expects and do not contain the actual
//! value because it can be a secret.

use cfn_warden_schema::{
    Count, Json, JsonKind, Key, KeywordValue, Violation, ViolationKind as Kind,
};
use cfn_warden_syntax::python;
use cfn_warden_syntax::{Node, Value};

/// Maximum length of a list of values in a message.
const MAX_LENGTH_SHOWN: usize = 200;

/// Returns the message of a violation: the problem and the expected value.
pub fn of(violation: &Violation<'_>) -> String {
    match violation.kind {
        Kind::Type { types, .. } => format!(
            "expected {}, found {}",
            type_names(types),
            found(violation.instance)
        ),
        Kind::Enum { allowed, .. } => format!("expected one of {}", expected(allowed)),
        Kind::EnumCaseInsensitive { allowed, .. } => format!("expected one of {}", shown(allowed)),
        Kind::Const { expected: value } => format!("expected {}", expected(value)),
        Kind::Pattern { pattern, .. } | Kind::InvalidPattern { pattern, .. } => {
            format!("expected a string that matches {}", expected(pattern))
        }
        Kind::Minimum { limit, .. } => format!("expected at least {}", expected(limit)),
        Kind::Maximum { limit, .. } => format!("expected at most {}", expected(limit)),
        Kind::ExclusiveMinimum { limit, .. } => format!("expected more than {}", expected(limit)),
        Kind::ExclusiveMaximum { limit, .. } => format!("expected less than {}", expected(limit)),
        Kind::MultipleOf { unit, .. } => format!("expected a multiple of {}", shown(unit)),
        Kind::MinLength(count) => format!("expected at least {}", counted(count, "character")),
        Kind::MaxLength(count) => format!("expected at most {}", counted(count, "character")),
        Kind::MinItems(count) => format!("expected at least {}", counted(count, "item")),
        Kind::MaxItems(count) => format!("expected at most {}", counted(count, "item")),
        Kind::MinProperties(count) => format!("expected at least {}", counted(count, "element")),
        Kind::MaxProperties(count) => format!("expected at most {}", counted(count, "element")),
        Kind::UniqueItems => "expected unique items".to_owned(),
        Kind::Not { schema, .. } => format!("expected anything but {}", shown(schema)),
        Kind::Required { property } => format!("\"{property}\" is missing"),
        Kind::AdditionalProperties { .. } | Kind::PatternProperties { .. } => {
            let name = violation
                .instance_path
                .last()
                .and_then(|step| step.text())
                .unwrap_or_default();
            format!("\"{name}\" is not expected here")
        }
        Kind::AnyOf { .. } | Kind::OneOf { .. } | Kind::OneOfSeveral { .. } => {
            let causes: Vec<String> = violation.children.iter().map(of).collect();
            format!(
                "does not match any of the alternatives: {}",
                short(&causes.join("; or "))
            )
        }
        // Keywords that schemas of variables do not have, and the schema `false`.
        Kind::FalseSchema { .. }
        | Kind::Undeclared { .. }
        | Kind::UnknownMapKey { .. }
        | Kind::UnknownFirstLevelKey { .. }
        | Kind::UnknownSecondLevelKey { .. }
        | Kind::MissingTransform { .. }
        | Kind::Format { .. }
        | Kind::FormatError { .. }
        | Kind::MaxUniqueItems(_)
        | Kind::Items { .. }
        | Kind::Contains { .. }
        | Kind::MinContains { .. }
        | Kind::MaxContains { .. }
        | Kind::UniqueKeys { .. }
        | Kind::RequiredOr { .. }
        | Kind::RequiredXor { .. }
        | Kind::DependentRequired { .. }
        | Kind::DependentExcluded { .. }
        | Kind::Unknown
        | Kind::SchemaMessage { .. }
        | Kind::Circumstanced { .. }
        | Kind::Rule(_) => "does not match the schema".to_owned(),
    }
}

/// Formats the value of a keyword.
fn expected(value: KeywordValue<'_>) -> String {
    match value {
        KeywordValue::Schema(json) => shown(json),
        KeywordValue::Data(_) => "another value of the document".to_owned(),
        KeywordValue::Text(text) => short(text),
    }
}

fn counted(count: Count<'_>, what: &str) -> String {
    let limit = shown(count.limit);
    if limit == "1" {
        format!("1 {what}")
    } else {
        format!("{limit} {what}s")
    }
}

fn type_names(types: Json<'_>) -> String {
    let article = |name: &str| match name {
        "null" => "null".to_owned(),
        "array" | "object" | "integer" => format!("an {name}"),
        other => format!("a {other}"),
    };
    match types.as_str() {
        Some(name) => article(name),
        None => types
            .items()
            .filter_map(Json::as_str)
            .map(article)
            .collect::<Vec<_>>()
            .join(" or "),
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
            let one = |(key, value): (Key<'_>, Json<'_>)| format!("{} {}", key.text, text(value));
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
