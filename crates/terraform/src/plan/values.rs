//! Values in the format of plans: known values, and trees that mark unknown and sensitive parts.

use std::rc::Rc;

use serde_json::{Map, Value as Json};

use super::settings::{PlanSettings, Sensitive};
use crate::module::{InstanceKey, ResourceMode};
use crate::value::{Kind, Marks, Type, Value};

/// Converts the known parts to JSON; `None` if the value is unknown. Unknown items become null, and unknown elements
/// are omitted.
pub fn known(value: &Value) -> Option<Json> {
    Some(match value.kind() {
        Kind::Unknown(..) => return None,
        Kind::Null(_) => Json::Null,
        Kind::Bool(held) => (*held).into(),
        Kind::Number(number) => number.json(),
        Kind::String(text) => text.to_string().into(),
        Kind::List(_, items) | Kind::Set(_, items) | Kind::Tuple(items) => items
            .iter()
            .map(|item| known(item).unwrap_or(Json::Null))
            .collect::<Vec<_>>()
            .into(),
        Kind::Map(_, elements) | Kind::Object(elements) => {
            let known = elements
                .iter()
                .filter_map(|(name, value)| Some((name.to_string(), known(value)?)));
            known.collect::<Map<_, _>>().into()
        }
    })
}

/// Marks the unknown parts.
pub fn unknown_tree(value: &Value) -> Json {
    tree(value, &|value| matches!(value.kind(), Kind::Unknown(..)))
}

/// Marks the sensitive parts.
pub fn sensitive_tree(value: &Value) -> Json {
    tree(value, &|value| value.marks().has(Marks::SENSITIVE))
}

/// Returns true if the predicate holds for a value. Otherwise returns a tree of its items or elements, without elements
/// that are false, or false.
fn tree(value: &Value, holds: &dyn Fn(&Value) -> bool) -> Json {
    if holds(value) {
        return true.into();
    }
    match value.kind() {
        Kind::List(_, items) | Kind::Set(_, items) | Kind::Tuple(items) => items
            .iter()
            .map(|item| tree(item, holds))
            .collect::<Vec<_>>()
            .into(),
        Kind::Map(_, elements) | Kind::Object(elements) => {
            let inner = elements
                .iter()
                .map(|(name, value)| (name.to_string(), tree(value, holds)));
            inner
                .filter(|(_, tree)| *tree != Json::Bool(false))
                .collect::<Map<_, _>>()
                .into()
        }
        // The type of an unknown value decides the shape of its tree.
        Kind::Unknown(Type::List(_) | Type::Set(_) | Type::Tuple(_), _) => Json::Array(Vec::new()),
        Kind::Unknown(Type::Map(_) | Type::Object(_), _) => Json::Object(Map::new()),
        _ => false.into(),
    }
}

/// Replaces values that have any of these marks with unknown values. The marks stay.
pub fn redacted(value: &Value, marks: Marks) -> Value {
    if value.marks().has(marks) {
        return Value::unknown(value.ty()).marked(value.marks());
    }
    if !value.marks_deep().has(marks) {
        return value.clone();
    }
    let kept = match value.kind() {
        Kind::List(_, items) | Kind::Set(_, items) | Kind::Tuple(items) => {
            Value::tuple(items.iter().map(|item| redacted(item, marks)).collect())
        }
        Kind::Map(_, elements) | Kind::Object(elements) => {
            let inner = elements
                .iter()
                .map(|(name, value)| (std::rc::Rc::clone(name), redacted(value, marks)));
            Value::object(inner.collect())
        }
        _ => return value.clone(),
    };
    kept.marked(value.marks())
}

/// Removes the values that the plan does not show.
pub fn shown(value: &Value, plan_settings: &PlanSettings) -> Value {
    match plan_settings.sensitive {
        Sensitive::Shown => redacted(value, Marks::EPHEMERAL),
        Sensitive::Redacted => redacted(value, Marks::SENSITIVE.and(Marks::EPHEMERAL)),
    }
}

/// Returns the name of a resource mode in the plan format.
pub fn mode_name(mode: ResourceMode) -> &'static str {
    match mode {
        ResourceMode::Managed => "managed",
        ResourceMode::Data => "data",
        ResourceMode::Ephemeral => "ephemeral",
    }
}

/// Converts an instance key to JSON.
pub fn key_json(key: &InstanceKey) -> Option<Json> {
    match key {
        InstanceKey::Index(at) => Some((*at).into()),
        InstanceKey::Name(name) => Some(Rc::clone(name).to_string().into()),
        InstanceKey::Unknown => None,
    }
}
