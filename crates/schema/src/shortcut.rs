//! Skips `if` schemas that cannot hold, without evaluating them.
//!
//! Large rule schemas are lists of thousands of `{"if": {"properties": {"Engine": {"const": ...}, ...}, "required":
//! [...]}, "then": ...}`, and hardly any applies to a given instance. The strings and numbers under the property names
//! of an `if` are the same in every scenario, so they are enough to rule it out.

use super::context::Context;
use super::equal;
use super::filter::is_checked_as_text;
use super::keyword;
use super::knowledge::{Choices, Knowledge, condition};
use super::pack::Json;
use cfn_warden_syntax::python::spells_truth;
use cfn_warden_syntax::{Node, Value};
use cfn_warden_template::function::lone_function;

/// Returns the schemas of an `allOf` that can apply to an instance.
pub fn relevant<'a>(
    knowledge: &Knowledge,
    cx: &Context<'a>,
    schemas: Json<'a>,
    instance: Node<'a>,
) -> Vec<Json<'a>> {
    let Some(list) = schemas.as_list() else {
        return Vec::new();
    };
    let asks = |schema: &Json<'a>| {
        condition(*schema).is_none_or(|condition| !fails(cx, condition, instance))
    };
    match knowledge
        .choices(schemas)
        .and_then(|choices| candidates(&choices, cx, instance))
    {
        Some(places) => places
            .into_iter()
            .filter_map(|place| list.get(place))
            .filter(asks)
            .collect(),
        None => list.iter().filter(asks).collect(),
    }
}

/// Returns the indices of the schemas that can apply to an instance, in order; `None` if all can.
fn candidates<'a>(choices: &Choices, cx: &Context<'a>, instance: Node<'a>) -> Option<Vec<usize>> {
    let is_told = |key: &str| instance.get(key).is_none_or(|value| is_plain(cx, value));
    if !is_readable(cx, instance) || !choices.keys.iter().all(|key| is_told(key)) {
        return None;
    }
    let named = match instance.get(&choices.key).map(|value| value.value) {
        // All indexed schemas require the key.
        None => &[],
        Some(Value::Str(text)) if !spells_truth(text) => choices.of_text(text),
        Some(_) => return None,
    };
    let mut places: Vec<usize> = named.iter().chain(&choices.others).copied().collect();
    places.sort_unstable();
    Some(places)
}

/// Returns whether an `if` of names, types and allowed values cannot hold. Returns false if that requires an
/// evaluation: for functions, objects and other keywords.
pub fn fails<'a>(cx: &Context<'a>, condition: Json<'a>, instance: Node<'a>) -> bool {
    let Some(condition) = condition.as_object() else {
        return false;
    };
    if !is_readable(cx, instance) {
        return false;
    }
    let (mut properties, mut required) = (None, None);
    for (symbol, value) in condition.keywords() {
        match symbol {
            keyword::PROPERTIES => properties = Some(value),
            keyword::REQUIRED => required = Some(value),
            keyword::TYPE => {}
            _ => return false,
        }
    }
    let mut fails = false;
    for (name, schema) in properties.into_iter().flat_map(Json::entries) {
        let Some(value) = instance.get(name.text) else {
            continue;
        };
        if !is_plain(cx, value) {
            return false;
        }
        fails |= !fits(schema, value);
    }
    let misses = |name: Json<'a>| {
        name.as_str()
            .is_some_and(|name| instance.get(name).is_none())
    };
    fails || required.into_iter().flat_map(Json::items).any(misses)
}

/// Returns whether an instance is an object whose properties can be read without resolving functions.
fn is_readable<'a>(cx: &Context<'a>, instance: Node<'a>) -> bool {
    cx.gathered.is_none()
        && cx.source.is_none()
        && instance.as_map().is_some()
        && lone_function(instance).is_none()
}

/// Returns whether a value is a string or number that keywords see unmodified.
fn is_plain<'a>(cx: &Context<'a>, value: Node<'a>) -> bool {
    match value.value {
        Value::Str(_) => !is_checked_as_text(cx, value),
        Value::Bool(_) | Value::Int(_) | Value::BigInt(_) | Value::Float(_) => true,
        _ => false,
    }
}

/// Returns whether a value is among those of `const` or `enum`; true if the schema has neither.
fn fits<'a>(schema: Json<'a>, value: Node<'a>) -> bool {
    let is_const = |wanted: Json<'a>| equal::equals(value, wanted);
    let is_listed = |list: Json<'a>| equal::is_among(value, list);
    schema.keyword(keyword::CONST).is_none_or(is_const)
        && schema.keyword(keyword::ENUM).is_none_or(is_listed)
}
