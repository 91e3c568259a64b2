//! Conversion of values between types.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::message::mismatch;
use super::unify::unify;
use super::{Attributes, Kind, Refinement, Type, Value};
use crate::number::Number;

/// Which conversions are allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Safety {
    /// Conversions that succeed for every value.
    Safe,
    /// Also conversions that fail for some values.
    Unsafe,
}

/// Returns the type of converted values; `None` if there is no conversion.
pub fn converted_type(from: &Type, to: &Type, safety: Safety) -> Option<Type> {
    if from == to || *to == Type::Dynamic {
        return Some(from.clone());
    }
    if *from == Type::Dynamic {
        return (safety == Safety::Unsafe).then(|| to.clone());
    }
    let each = |items: &mut dyn Iterator<Item = &Type>, want: &Type| -> Option<Vec<Type>> {
        items.map(|item| converted_type(item, want, safety)).collect()
    };
    match (from, to) {
        (Type::Number | Type::Bool, Type::String) => Some(Type::String),
        (Type::String, Type::Number | Type::Bool) => (safety == Safety::Unsafe).then(|| to.clone()),
        (Type::List(item) | Type::Set(item), Type::List(want)) => Some(Type::list(converted_type(item, want, safety)?)),
        (Type::List(_), Type::Set(_)) if safety == Safety::Safe => None,
        (Type::List(item) | Type::Set(item), Type::Set(want)) => Some(Type::set(converted_type(item, want, safety)?)),
        (Type::Map(item), Type::Map(want)) => Some(Type::map(converted_type(item, want, safety)?)),
        (Type::Tuple(items), Type::List(want)) => {
            Some(Type::list(single(&each(&mut items.iter(), want)?, want, safety)?))
        }
        (Type::Tuple(items), Type::Set(want)) => {
            Some(Type::set(single(&each(&mut items.iter(), want)?, want, safety)?))
        }
        (Type::Tuple(items), Type::Tuple(wants)) if items.len() == wants.len() => {
            let items: Option<Rc<[Type]>> =
                items.iter().zip(wants.iter()).map(|(item, want)| converted_type(item, want, safety)).collect();
            Some(Type::Tuple(items?))
        }
        (Type::Object(from), Type::Map(want)) => {
            Some(Type::map(single_of_map(&each(&mut from.types.values(), want)?, want, safety)?))
        }
        (Type::Object(from), Type::Object(want)) => object_type(&|name| from.types.get(name), want, safety),
        (Type::Map(item), Type::Object(want)) if safety == Safety::Unsafe => object_type(&|_| Some(item), want, safety),
        _ => None,
    }
}

/// Returns the common type of a collection's items.
fn single(items: &[Type], want: &Type, safety: Safety) -> Option<Type> {
    match items {
        [] => Some(want.clone()),
        [first, rest @ ..] if rest.iter().all(|item| item == first) => Some(first.clone()),
        _ => unify(items, safety).filter(|ty| *ty != Type::Dynamic),
    }
}

/// Returns the common type of a map's elements. Elements of unknown type are ignored if there is no other common type.
fn single_of_map(items: &[Type], want: &Type, safety: Safety) -> Option<Type> {
    single(items, want, safety).or_else(|| {
        let typed: Vec<Type> = items.iter().filter(|item| **item != Type::Dynamic).cloned().collect();
        if typed.len() == items.len() { None } else { single(&typed, want, safety) }
    })
}

fn object_type<'t>(found: &dyn Fn(&str) -> Option<&'t Type>, want: &Attributes, safety: Safety) -> Option<Type> {
    let mut types = BTreeMap::new();
    for (name, ty) in &want.types {
        let ty = match found(name) {
            Some(found) => converted_type(found, ty, safety)?,
            None if want.optional.contains(name) => ty.clone(),
            None => return None,
        };
        types.insert(Rc::clone(name), ty);
    }
    Some(Type::object(types))
}

/// Converts a value to a type. Returns go-cty's message on failure.
pub fn convert(value: &Value, to: &Type) -> Result<Value, String> {
    convert_known(value, to).or_else(|message| {
        // An unknown type may turn out to be convertible.
        if to.is_collection() && value.has_unknown_type() {
            Ok(Value::unknown_not_null(to.clone()))
        } else {
            Err(message)
        }
    })
}

fn convert_known(value: &Value, to: &Type) -> Result<Value, String> {
    let kind = match (value.kind(), to) {
        (_, Type::Dynamic) => return Ok(value.clone()),
        (Kind::Unknown(from, refinement), _) => {
            let ty = converted_type(from, to, Safety::Unsafe).ok_or_else(|| mismatch(from, to))?;
            let prefix = if ty == Type::String && *from == Type::String { refinement.prefix.clone() } else { None };
            Kind::Unknown(ty, Refinement { not_null: refinement.not_null, prefix, attributes: None })
        }
        (Kind::Null(from), _) => {
            Kind::Null(converted_type(from, to, Safety::Unsafe).ok_or_else(|| mismatch(from, to))?)
        }
        (Kind::Bool(_), Type::Bool) | (Kind::Number(_), Type::Number) | (Kind::String(_), Type::String) => {
            return Ok(value.clone());
        }
        (Kind::Bool(held), Type::String) => Kind::String(Rc::from(if *held { "true" } else { "false" })),
        (Kind::Number(held), Type::String) => Kind::String(Rc::from(held.to_string())),
        (Kind::String(text), Type::Number) => Kind::Number(to_number(text)?),
        (Kind::String(text), Type::Bool) => Kind::Bool(to_bool(text)?),
        (Kind::List(from, items) | Kind::Set(from, items), Type::List(want)) => {
            let ty = converted_type(from, want, Safety::Unsafe).ok_or_else(|| mismatch(&value.ty(), to))?;
            let (ty, items) = collected(items, want, ty, to)?;
            return Ok(Value::list(ty, items).marked(value.marks()));
        }
        (Kind::List(from, items) | Kind::Set(from, items), Type::Set(want)) => {
            let ty = converted_type(from, want, Safety::Unsafe).ok_or_else(|| mismatch(&value.ty(), to))?;
            let (ty, items) = collected(items, want, ty, to)?;
            return Ok(Value::set(ty, items).marked(value.marks()));
        }
        (Kind::Tuple(items), Type::List(want)) => {
            let ty = structural(value, to, want)?;
            let (ty, items) = collected(items, want, ty, to)?;
            return Ok(Value::list(ty, items).marked(value.marks()));
        }
        (Kind::Tuple(items), Type::Set(want)) => {
            let ty = structural(value, to, want)?;
            let (ty, items) = collected(items, want, ty, to)?;
            return Ok(Value::set(ty, items).marked(value.marks()));
        }
        (Kind::Tuple(items), Type::Tuple(wants)) if items.len() == wants.len() => {
            let items: Result<Vec<Value>, String> =
                items.iter().zip(wants.iter()).map(|(item, want)| convert(item, want)).collect();
            return Ok(Value::tuple(items?).marked(value.marks()));
        }
        (Kind::Map(_, elements) | Kind::Object(elements), Type::Map(want)) => {
            let ty = match (value.kind(), converted_type(&value.ty(), to, Safety::Unsafe)) {
                (_, Some(Type::Map(ty))) => (*ty).clone(),
                _ => return Err(mismatch(&value.ty(), to)),
            };
            let values: Vec<Value> = elements.values().cloned().collect();
            let (ty, values) = collected(&values, want, ty, to)?;
            let elements = elements.keys().map(Rc::clone).zip(values).collect();
            return Ok(Value::map(ty, elements).marked(value.marks()));
        }
        (Kind::Object(elements), Type::Object(want)) => {
            if converted_type(&value.ty(), to, Safety::Unsafe).is_none() {
                return Err(mismatch(&value.ty(), to));
            }
            return Ok(attributes(elements, want)?.marked(value.marks()));
        }
        (Kind::Map(_, elements), Type::Object(want)) => {
            if converted_type(&value.ty(), to, Safety::Unsafe).is_none() {
                return Err(mismatch(&value.ty(), to));
            }
            let missing =
                want.types.keys().find(|name| !elements.contains_key(*name) && !want.optional.contains(*name));
            if let Some(name) = missing {
                return Err(format!("map has no element for required attribute \"{name}\""));
            }
            return Ok(attributes(elements, want)?.marked(value.marks()));
        }
        _ => return Err(mismatch(&value.ty(), to)),
    };
    Ok(Value::from(kind).marked(value.marks()))
}

/// Returns the item type when a tuple becomes a list or set.
fn structural(value: &Value, to: &Type, want: &Type) -> Result<Type, String> {
    let ty = converted_type(&value.ty(), to, Safety::Unsafe).ok_or_else(|| mismatch(&value.ty(), to))?;
    Ok(ty.element().unwrap_or(want).clone())
}

/// Converts items to a common type.
fn collected(items: &[Value], want: &Type, ty: Type, to: &Type) -> Result<(Type, Vec<Value>), String> {
    let wanted: Result<Vec<Value>, String> = items.iter().map(|item| convert(item, want)).collect();
    let wanted = wanted?;
    let found: Vec<Type> = wanted.iter().map(Value::ty).collect();
    let Some(first) = found.first() else { return Ok((ty, wanted)) };
    if found.iter().all(|one| one == first) {
        return Ok((first.clone(), wanted));
    }
    let one = single_of_map(&found, want, Safety::Unsafe).ok_or_else(|| format!("{} required", to.required_name()))?;
    let items: Result<Vec<Value>, String> = wanted.iter().map(|item| convert(item, &one)).collect();
    let items = items?;
    // The common type may contain `any`, so the items can still have different types.
    if one.has_dynamic() && items.iter().any(|item| Some(item.ty()) != items.first().map(Value::ty)) {
        return Err(format!("{} required", to.required_name()));
    }
    Ok((one, items))
}

fn attributes(elements: &BTreeMap<Rc<str>, Value>, want: &Attributes) -> Result<Value, String> {
    let mut converted = BTreeMap::new();
    for (name, ty) in &want.types {
        let value = match elements.get(name) {
            Some(value) => convert(value, ty).map_err(|message| format!("attribute \"{name}\": {message}"))?,
            None => Value::null(ty.clone()),
        };
        converted.insert(Rc::clone(name), value);
    }
    Ok(Value::object(converted))
}

fn to_number(text: &str) -> Result<Number, String> {
    text.parse().map_err(|_| "a number is required".to_owned())
}

fn to_bool(text: &str) -> Result<bool, String> {
    match text {
        "true" | "1" => Ok(true),
        "false" | "0" => Ok(false),
        "True" | "TRUE" => Err("a bool is required; to convert from string, use lowercase \"true\"".to_owned()),
        "False" | "FALSE" => Err("a bool is required; to convert from string, use lowercase \"false\"".to_owned()),
        _ => Err("a bool is required".to_owned()),
    }
}
