//! Messages for violations of a variable's schema. They state what the schema expects and do not contain the actual
//! value because it can be a secret.

use cfn_warden_schema::{
    Count, Json, JsonKind, Key, KeywordValue, Violation, ViolationKind as Kind,
};
use cfn_warden_syntax::{Known, Operand, Text, python, text};
use cfn_warden_syntax::{Node, Value};

/// Maximum length of a list of values in a message.
const MAX_LENGTH_SHOWN: usize = 200;

/// Returns the message of a violation: the problem and the expected value.
pub fn of(violation: &Violation<'_>) -> Text {
    match violation.kind {
        Kind::Type { types, .. } => text!(
            "expected {}, found {}",
            type_names(types),
            found(violation.instance)
        ),
        Kind::Enum { allowed, .. } => text!("expected one of {}", expected(allowed)),
        Kind::EnumCaseInsensitive { allowed, .. } => {
            text!("expected one of {}", Known(&shown(allowed)))
        }
        Kind::Const { expected: value } => text!("expected {}", expected(value)),
        Kind::Pattern { pattern, .. } | Kind::InvalidPattern { pattern, .. } => {
            text!("expected a string that matches {}", expected(pattern))
        }
        Kind::Minimum { limit, .. } => text!("expected at least {}", expected(limit)),
        Kind::Maximum { limit, .. } => text!("expected at most {}", expected(limit)),
        Kind::ExclusiveMinimum { limit, .. } => text!("expected more than {}", expected(limit)),
        Kind::ExclusiveMaximum { limit, .. } => text!("expected less than {}", expected(limit)),
        Kind::MultipleOf { unit, .. } => text!("expected a multiple of {}", Known(&shown(unit))),
        Kind::MinLength(count) => text!("expected at least {}", counted(count, "character")),
        Kind::MaxLength(count) => text!("expected at most {}", counted(count, "character")),
        Kind::MinItems(count) => text!("expected at least {}", counted(count, "item")),
        Kind::MaxItems(count) => text!("expected at most {}", counted(count, "item")),
        Kind::MinProperties(count) => text!("expected at least {}", counted(count, "element")),
        Kind::MaxProperties(count) => text!("expected at most {}", counted(count, "element")),
        Kind::UniqueItems => "expected unique items".into(),
        Kind::Not { schema, .. } => text!("expected anything but {}", Known(&shown(schema))),
        Kind::Required { property } => text!("\"{}\" is missing", Operand::Name(property)),
        Kind::AdditionalProperties { .. } | Kind::PatternProperties { .. } => {
            let name = violation
                .instance_path
                .last()
                .and_then(|step| step.text())
                .unwrap_or_default();
            text!("\"{}\" is not expected here", Operand::Name(name))
        }
        Kind::AnyOf { .. } | Kind::OneOf { .. } | Kind::OneOfSeveral { .. } => {
            let causes = Text::join(violation.children.iter().map(of), "; or ");
            text!(
                "does not match any of the alternatives: {}",
                shortened(causes)
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
        | Kind::Rule(_) => "does not match the schema".into(),
    }
}

/// Formats the value of a keyword.
fn expected(value: KeywordValue<'_>) -> Text {
    match value {
        KeywordValue::Schema(json) => Text::known(shown(json)),
        KeywordValue::Data(_) => "another value of the document".into(),
        KeywordValue::Text(text) => Text::known(short(text)),
    }
}

fn counted(count: Count<'_>, what: &'static str) -> Text {
    let limit = shown(count.limit);
    if limit == "1" {
        text!("1 {}", what)
    } else {
        text!("{} {}s", Known(&limit), what)
    }
}

fn type_names(types: Json<'_>) -> Text {
    let article = |name: &str| match name {
        "null" => "null".into(),
        "array" | "object" | "integer" => text!("an {}", Known(name)),
        other => text!("a {}", Known(other)),
    };
    match types.as_str() {
        Some(name) => article(name),
        None => Text::join(types.items().filter_map(Json::as_str).map(article), " or "),
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

/// Like [`short`], for a text with operands.
fn shortened(text: Text) -> Text {
    match text.char_indices().nth(MAX_LENGTH_SHOWN) {
        Some((end, _)) => text!("{}…", text.part(0..end)),
        None => text,
    }
}
