//! Conversion of values between types.

use cfn_warden_syntax::{Known, Operand, Text, text};
use std::collections::BTreeMap;
use std::rc::Rc;

use super::message::mismatch;
use super::unify::{Safety, converted_type, single_of_map};
use super::{Attributes, Kind, Refinement, Type, Value};
use crate::number::Number;

/// Converts a value to a type. Returns go-cty's message on failure.
pub fn convert(value: &Value, to: &Type) -> Result<Value, Text> {
    convert_known(value, to).or_else(|message| {
        // An unknown type may turn out to be convertible.
        if to.is_collection() && value.has_unknown_type() {
            Ok(Value::unknown_not_null(to.clone()))
        } else {
            Err(message)
        }
    })
}

/// Converts a value; of one that cannot be converted, the parts that can be. Collections with parts that cannot be become
/// tuples and objects, in the order of the value.
pub fn convert_parts(value: &Value, to: &Type) -> Value {
    if let Ok(converted) = convert(value, to) {
        return converted;
    }
    let part = |part: &Value, ty: Option<&Type>| {
        ty.map_or_else(|| part.clone(), |ty| convert_parts(part, ty))
    };
    let converted = match (value.kind(), to) {
        (
            Kind::List(_, items) | Kind::Set(_, items) | Kind::Tuple(items),
            Type::List(want) | Type::Set(want),
        ) => Value::tuple(items.iter().map(|item| part(item, Some(want))).collect()),
        (Kind::Tuple(items), Type::Tuple(wants)) => Value::tuple(
            items
                .iter()
                .enumerate()
                .map(|(at, item)| part(item, wants.get(at)))
                .collect(),
        ),
        (Kind::Map(_, elements) | Kind::Object(elements), Type::Map(want)) => {
            let one =
                |(name, element): (&Rc<str>, &Value)| (Rc::clone(name), part(element, Some(want)));
            Value::object(elements.iter().map(one).collect())
        }
        (Kind::Map(_, elements) | Kind::Object(elements), Type::Object(want)) => {
            let one = |(name, element): (&Rc<str>, &Value)| {
                (Rc::clone(name), part(element, want.types.get(name)))
            };
            Value::object(elements.iter().map(one).collect())
        }
        _ => return value.clone(),
    };
    converted.marked(value.marks())
}

fn convert_known(value: &Value, to: &Type) -> Result<Value, Text> {
    let kind = match (value.kind(), to) {
        (_, Type::Dynamic) => return Ok(value.clone()),
        (Kind::Unknown(from, refinement), _) => {
            let ty = converted_type(from, to, Safety::Unsafe).ok_or_else(|| mismatch(from, to))?;
            return Ok(unknown(value, from, refinement, ty).marked(value.marks()));
        }
        (Kind::Null(from), _) => {
            Kind::Null(converted_type(from, to, Safety::Unsafe).ok_or_else(|| mismatch(from, to))?)
        }
        (Kind::Bool(_), Type::Bool)
        | (Kind::Number(_), Type::Number)
        | (Kind::String(_), Type::String) => {
            return Ok(value.clone());
        }
        (Kind::Bool(held), Type::String) => {
            Kind::String(Rc::from(if *held { "true" } else { "false" }))
        }
        (Kind::Number(held), Type::String) => Kind::String(Rc::from(held.to_string())),
        (Kind::String(text), Type::Number) => Kind::Number(to_number(text)?),
        (Kind::String(text), Type::Bool) => Kind::Bool(to_bool(text)?),
        (Kind::List(from, items) | Kind::Set(from, items), Type::List(want)) => {
            let ty = converted_type(from, want, Safety::Unsafe)
                .ok_or_else(|| mismatch(&value.ty(), to))?;
            if matches!(value.kind(), Kind::Set(..)) && items.len() > 1 && !value.is_wholly_known()
            {
                // Unknown items may be equal to others, so the length is unknown.
                return Ok(Value::unknown(Type::list(from.clone())).marked(value.marks()));
            }
            let (ty, items) = collected(items, want, ty, to)?;
            return Ok(Value::list(ty, items).marked(value.marks()));
        }
        (Kind::List(from, items) | Kind::Set(from, items), Type::Set(want)) => {
            let ty = converted_type(from, want, Safety::Unsafe)
                .ok_or_else(|| mismatch(&value.ty(), to))?;
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
            let items: Result<Vec<Value>, Text> = items
                .iter()
                .zip(wants.iter())
                .map(|(item, want)| convert(item, want))
                .collect();
            return Ok(Value::tuple(items?).marked(value.marks()));
        }
        (Kind::Map(_, elements) | Kind::Object(elements), Type::Map(want)) => {
            let ty = match (
                value.kind(),
                converted_type(&value.ty(), to, Safety::Unsafe),
            ) {
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
            let missing = want
                .types
                .keys()
                .find(|name| !elements.contains_key(*name) && !want.optional.contains(*name));
            if let Some(name) = missing {
                return Err(text!(
                    "map has no element for required attribute \"{}\"",
                    Operand::Name(name)
                ));
            }
            return Ok(attributes(elements, want)?.marked(value.marks()));
        }
        _ => return Err(mismatch(&value.ty(), to)),
    };
    Ok(Value::from(kind).marked(value.marks()))
}

/// Converts an unknown value. What is known of it stays known.
fn unknown(value: &Value, from: &Type, refinement: &Refinement, ty: Type) -> Value {
    let not_null = refinement.not_null;
    if *from == ty {
        return Kind::Unknown(
            ty,
            Refinement {
                attributes: None,
                ..refinement.clone()
            },
        )
        .into();
    }
    let length = match (from, &ty) {
        (Type::Object(attributes), Type::Map(_)) => {
            Some((attributes.types.len(), attributes.types.len()))
        }
        (Type::Tuple(_), Type::List(_)) => Some(value.length_range()),
        (Type::Tuple(items), Type::Set(_)) => Some((items.len().min(1), items.len())),
        (from, Type::Set(_)) if from.is_collection() => {
            Some(value.length_range()).map(|(least, most)| (least.min(1), most))
        }
        (from, ty) if from.is_collection() && ty.is_collection() => Some(value.length_range()),
        _ => None,
    };
    match length {
        Some((least, most)) => Value::collection_between(ty, least, most, not_null),
        None => Kind::Unknown(
            ty,
            Refinement {
                not_null,
                ..Refinement::default()
            },
        )
        .into(),
    }
}

/// Returns the item type when a tuple becomes a list or set.
fn structural(value: &Value, to: &Type, want: &Type) -> Result<Type, Text> {
    let ty =
        converted_type(&value.ty(), to, Safety::Unsafe).ok_or_else(|| mismatch(&value.ty(), to))?;
    Ok(ty.element().unwrap_or(want).clone())
}

/// Converts items to a common type.
fn collected(
    items: &[Value],
    want: &Type,
    ty: Type,
    to: &Type,
) -> Result<(Type, Vec<Value>), Text> {
    let wanted: Result<Vec<Value>, Text> = items.iter().map(|item| convert(item, want)).collect();
    let wanted = wanted?;
    let found: Vec<Type> = wanted.iter().map(Value::ty).collect();
    let Some(first) = found.first() else {
        return Ok((ty, wanted));
    };
    if found.iter().all(|one| one == first) {
        return Ok((first.clone(), wanted));
    }
    let one = single_of_map(&found, want, Safety::Unsafe)
        .ok_or_else(|| text!("{} required", Known(&to.required_name())))?;
    let items: Result<Vec<Value>, Text> = wanted.iter().map(|item| convert(item, &one)).collect();
    let items = items?;
    // The common type may contain `any`, so the items can still have different types.
    if one.has_dynamic()
        && items
            .iter()
            .any(|item| Some(item.ty()) != items.first().map(Value::ty))
    {
        return Err(text!("{} required", Known(&to.required_name())));
    }
    Ok((one, items))
}

fn attributes(elements: &BTreeMap<Rc<str>, Value>, want: &Attributes) -> Result<Value, Text> {
    let mut converted = BTreeMap::new();
    for (name, ty) in &want.types {
        let value = match elements.get(name) {
            Some(value) => convert(value, ty)
                .map_err(|message| text!("attribute \"{}\": {}", Operand::Name(name), message))?,
            None => Value::null(ty.clone()),
        };
        converted.insert(Rc::clone(name), value);
    }
    Ok(Value::object(converted))
}

fn to_number(text: &str) -> Result<Number, Text> {
    text.parse().map_err(|_| "a number is required".into())
}

fn to_bool(text: &str) -> Result<bool, Text> {
    match text {
        "true" | "1" => Ok(true),
        "false" | "0" => Ok(false),
        "True" | "TRUE" => {
            Err("a bool is required; to convert from string, use lowercase \"true\"".into())
        }
        "False" | "FALSE" => {
            Err("a bool is required; to convert from string, use lowercase \"false\"".into())
        }
        _ => Err("a bool is required".into()),
    }
}
