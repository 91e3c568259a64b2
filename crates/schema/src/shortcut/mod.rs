//! Skips `if` schemas that cannot hold, without evaluating them.
//!
//! Large rule schemas are lists of thousands of `{"if": {"properties": {"Engine": {"const": ...}, ...}, "required":
//! [...]}, "then": ...}`, and hardly any applies to a given instance. The strings and numbers under the property names
//! of an `if` are the same in every scenario, so they are enough to rule it out.

mod table;

use super::context::Context;
use super::equal;
use super::filter::is_checked_as_text;
use super::keyword;
use super::pack::Json;
use cfn_warden_syntax::{Node, Value};
use cfn_warden_template::function::lone_function;

/// Returns the schemas of an `allOf` that can apply to an instance.
pub fn relevant<'a>(cx: &Context<'a>, schemas: Json<'a>, instance: Node<'a>) -> Vec<Json<'a>> {
    let Some(list) = schemas.as_list() else { return Vec::new() };
    let asks = |schema: &Json<'a>| condition(*schema).is_none_or(|condition| !fails(cx, condition, instance));
    match table::of(schemas).and_then(|table| table.candidates(cx, instance)) {
        Some(places) => places.into_iter().filter_map(|place| list.get(place)).filter(asks).collect(),
        None => list.iter().filter(asks).collect(),
    }
}

/// Returns the `if` of a schema that only consists of `if` and `then`, and so accepts everything if the condition
/// fails.
fn condition(schema: Json<'_>) -> Option<Json<'_>> {
    let object = schema.as_object().filter(|object| object.len() == 2)?;
    object.keyword(keyword::THEN).and(object.keyword(keyword::IF))
}

/// Returns whether an `if` of names, types and allowed values cannot hold. Returns false if that requires an
/// evaluation: for functions, objects and other keywords.
pub fn fails<'a>(cx: &Context<'a>, condition: Json<'a>, instance: Node<'a>) -> bool {
    let Some(condition) = condition.as_object() else { return false };
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
        let Some(value) = instance.get(name.text) else { continue };
        if !is_plain(cx, value) {
            return false;
        }
        fails |= !fits(schema, value);
    }
    let misses = |name: Json<'a>| name.as_str().is_some_and(|name| instance.get(name).is_none());
    fails || required.into_iter().flat_map(Json::items).any(misses)
}

/// Returns whether an instance is an object whose properties can be read without resolving functions.
fn is_readable<'a>(cx: &Context<'a>, instance: Node<'a>) -> bool {
    cx.gathered.is_none() && cx.source.is_none() && instance.as_map().is_some() && lone_function(instance).is_none()
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
    let is_listed = |list: Json<'a>| list.items().any(|wanted| equal::is_listed(value, wanted));
    schema.keyword(keyword::CONST).is_none_or(is_const) && schema.keyword(keyword::ENUM).is_none_or(is_listed)
}
