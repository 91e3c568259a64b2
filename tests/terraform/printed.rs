//! Values as `terraform console` prints them, on one line.

use std::collections::BTreeMap;
use std::rc::Rc;

use cfn_warden_terraform::{Kind, Marks, Type, Value};

/// Prints a value with single spaces between its words.
pub fn printed(value: &Value) -> String {
    if value.marks().has(Marks::SENSITIVE) {
        return "(sensitive value)".to_owned();
    }
    match value.kind() {
        Kind::Unknown(..) => "(known after apply)".to_owned(),
        Kind::Null(ty) => null(ty),
        Kind::Bool(held) => held.to_string(),
        Kind::Number(number) => number.to_string(),
        Kind::String(text) => serde_json::Value::from(&**text).to_string(),
        Kind::List(_, items) => format!("tolist({})", sequence(items)),
        Kind::Set(_, items) => format!("toset({})", sequence(items)),
        Kind::Tuple(items) => sequence(items),
        Kind::Map(_, elements) => format!("tomap({})", pairs(elements)),
        Kind::Object(elements) => pairs(elements),
    }
}

fn null(ty: &Type) -> String {
    match ty {
        Type::Dynamic => "null".to_owned(),
        Type::String | Type::Number | Type::Bool => format!("to{}(null)", ty.name()),
        Type::List(item) => format!("tolist(null) /* of {} */", item.name()),
        Type::Set(item) => format!("toset(null) /* of {} */", item.name()),
        Type::Map(item) => format!("tomap(null) /* of {} */", item.name()),
        Type::Tuple(_) | Type::Object(_) => format!("null /* {} */", ty.name()),
    }
}

fn sequence(items: &[Value]) -> String {
    if items.is_empty() {
        return "[]".to_owned();
    }
    let items: Vec<String> = items
        .iter()
        .map(|item| format!("{},", printed(item)))
        .collect();
    format!("[ {} ]", items.join(" "))
}

fn pairs(elements: &BTreeMap<Rc<str>, Value>) -> String {
    let pairs: Vec<String> = elements
        .iter()
        .map(|(name, value)| format!("{} = {}", serde_json::Value::from(&**name), printed(value)))
        .collect();
    if pairs.is_empty() {
        "{}".to_owned()
    } else {
        format!("{{ {} }}", pairs.join(" "))
    }
}
