//! Values as plans print them: what is known of them, and beside it what is not known, and what is sensitive.

use serde_json::{Map, Value as Json};

use crate::value::{Kind, Marks, Type, Value};

/// What is known; `None` of what is not. What is not known among items is null, and among elements left out.
pub fn known(value: &Value) -> Option<Json> {
    Some(match value.kind() {
        Kind::Unknown(..) => return None,
        Kind::Null(_) => Json::Null,
        Kind::Bool(held) => (*held).into(),
        Kind::Number(number) => number.json(),
        Kind::String(text) => text.to_string().into(),
        Kind::List(_, items) | Kind::Set(_, items) | Kind::Tuple(items) => {
            items.iter().map(|item| known(item).unwrap_or(Json::Null)).collect::<Vec<_>>().into()
        }
        Kind::Map(_, elements) | Kind::Object(elements) => {
            let known = elements.iter().filter_map(|(name, value)| Some((name.to_string(), known(value)?)));
            known.collect::<Map<_, _>>().into()
        }
    })
}

/// Where it is not known.
pub fn unknown_tree(value: &Value) -> Json {
    tree(value, &|value| matches!(value.kind(), Kind::Unknown(..)))
}

/// Where it is sensitive.
pub fn sensitive_tree(value: &Value) -> Json {
    tree(value, &|value| value.marks().has(Marks::SENSITIVE))
}

/// True where something holds; and elsewhere false, or for each item, or for those elements of which it is not simply false.
fn tree(value: &Value, holds: &dyn Fn(&Value) -> bool) -> Json {
    if holds(value) {
        return true.into();
    }
    match value.kind() {
        Kind::List(_, items) | Kind::Set(_, items) | Kind::Tuple(items) => {
            items.iter().map(|item| tree(item, holds)).collect::<Vec<_>>().into()
        }
        Kind::Map(_, elements) | Kind::Object(elements) => {
            let inner = elements.iter().map(|(name, value)| (name.to_string(), tree(value, holds)));
            inner.filter(|(_, tree)| *tree != Json::Bool(false)).collect::<Map<_, _>>().into()
        }
        // Of what is not known it is known what it is.
        Kind::Unknown(Type::List(_) | Type::Set(_) | Type::Tuple(_), _) => Json::Array(Vec::new()),
        Kind::Unknown(Type::Map(_) | Type::Object(_), _) => Json::Object(Map::new()),
        _ => false.into(),
    }
}

/// The value with what is so marked not known; the marks stay.
pub fn redacted(value: &Value, marks: Marks) -> Value {
    if value.marks().has(marks) {
        return Value::unknown(value.ty()).marked(value.marks());
    }
    if !value.marks_deep().has(marks) {
        return value.clone();
    }
    let made = match value.kind() {
        Kind::List(_, items) | Kind::Set(_, items) | Kind::Tuple(items) => {
            Value::tuple(items.iter().map(|item| redacted(item, marks)).collect())
        }
        Kind::Map(_, elements) | Kind::Object(elements) => {
            let inner = elements.iter().map(|(name, value)| (std::rc::Rc::clone(name), redacted(value, marks)));
            Value::object(inner.collect())
        }
        _ => return value.clone(),
    };
    made.marked(value.marks())
}
