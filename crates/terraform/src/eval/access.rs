//! Attribute access, indexing and splats.

use cfn_warden_syntax::{Known, Operand, Text, text};
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::diagnostic::{Errors, fail};
use crate::source::Range;
use crate::value::convert::convert;
use crate::value::{Kind, Type, Value};

/// Evaluates `value.name`.
pub fn attribute(value: &Value, name: &str, range: Range) -> Result<Value, Errors> {
    let missing = |detail: Text| fail("Unsupported attribute", detail, range);
    let found = match value.kind() {
        Kind::Null(_) => {
            let detail = "This value is null, so it does not have any attributes.";
            return fail("Attempt to get attribute from null value", detail, range);
        }
        Kind::Object(_) | Kind::Map(..) if value.lacks(name) => Value::dynamic(),
        Kind::Object(elements) => match elements.get(name) {
            Some(found) => found.clone(),
            None => {
                return missing(text!(
                    "This object does not have an attribute named \"{}\".",
                    Operand::Name(name)
                ));
            }
        },
        Kind::Map(_, elements) => match elements.get(name) {
            Some(found) => found.clone(),
            None => {
                let detail = text!(
                    "This map does not have an element with the key \"{}\".",
                    Operand::Name(name)
                );
                return fail("Missing map element", detail, range);
            }
        },
        Kind::Unknown(Type::Dynamic, _) => open_attribute(value, name),
        Kind::Unknown(Type::Map(element), _) => Value::unknown((**element).clone()),
        Kind::Unknown(Type::Object(attributes), _) => match attributes.types.get(name) {
            Some(ty) => Value::unknown(ty.clone()),
            None => {
                return missing(text!(
                    "This object does not have an attribute named \"{}\".",
                    Operand::Name(name)
                ));
            }
        },
        _ => return missing(no_attributes(&value.ty(), name)),
    };
    Ok(found.marked(value.marks()))
}

/// Returns an attribute of an object whose set of attributes is unknown.
fn open_attribute(value: &Value, name: &str) -> Value {
    value
        .open_attributes()
        .and_then(|attributes| attributes.get(name))
        .cloned()
        .unwrap_or_else(Value::dynamic)
}

fn no_attributes(ty: &Type, name: &str) -> Text {
    match ty {
        Type::List(item) | Type::Set(item) if matches!(**item, Type::Object(_)) => {
            let plural = if matches!(ty, Type::List(_)) {
                "list"
            } else {
                "set"
            };
            text!(
                "Can't access attributes on a {} of objects. Did you mean to access attribute \"{}\" for a specific element of the {}, or across all elements of the {}?",
                plural,
                Operand::Name(name),
                plural,
                plural
            )
        }
        ty if ty.is_primitive() => text!(
            "Can't access attributes on a primitive-typed value ({}).",
            Known(&ty.name())
        ),
        _ => "This value does not have any attributes.".into(),
    }
}

/// Evaluates `value[key]`.
pub fn index(value: &Value, key: &Value, range: Range) -> Result<Value, Errors> {
    let invalid = |detail: &'static str| fail("Invalid index", detail, range);
    let none = |why: Text| {
        let why = if why.is_empty() {
            why
        } else {
            text!(": {}", why)
        };
        fail(
            "Invalid index",
            text!(
                "The given key does not identify an element in this collection value{}.",
                why
            ),
            range,
        )
    };
    if value.is_null() {
        let detail = "This value is null, so it does not have any indices.";
        return fail("Attempt to index null value", detail, range);
    }
    if key.is_null() {
        return invalid("Can't use a null value as an indexing key.");
    }
    // As in Terraform, the result is only as sensitive as the key if the key is looked up in the elements of a value: an
    // attribute of an object is a part of its type, and an unknown value has no elements.
    let has_elements = matches!(
        value.kind(),
        Kind::List(..) | Kind::Tuple(_) | Kind::Map(..)
    );
    let marks = if has_elements && key.is_known() {
        value.marks().and(key.marks())
    } else {
        value.marks()
    };
    let ty = match value.kind() {
        // The types of the parts do not matter.
        Kind::Tuple(_) => Type::Tuple(Rc::from([])),
        Kind::Object(_) => Type::object(BTreeMap::new()),
        _ => value.ty(),
    };
    let want = match &ty {
        Type::Dynamic => {
            let found = key
                .str()
                .map_or_else(Value::dynamic, |name| open_attribute(value, name));
            return Ok(found.marked(marks));
        }
        Type::List(_) | Type::Tuple(_) => Type::Number,
        Type::Map(_) => Type::String,
        Type::Object(_) if key.number().is_some() && value.lacks(&text_of(key)) => Type::String,
        Type::Object(_)
            if key.number().is_some()
                && value
                    .elements()
                    .is_some_and(|held| !held.contains_key(&*text_of(key))) =>
        {
            return none("".into()).map_err(|mut errors| {
                for error in &mut errors {
                    error
                        .detail
                        .push(" An object only supports looking up attributes by name, not by numeric index.");
                }
                errors
            });
        }
        Type::Object(_) => Type::String,
        Type::Set(_) => {
            return invalid(
                "Elements of a set are identified only by their value and don't have any separate index or key to select with, so it's only possible to perform operations across all elements of the set.",
            );
        }
        _ => return invalid("This value does not have any indices."),
    };
    let key = match convert(key, &want) {
        Ok(key) => key,
        Err(message) => return none(message),
    };
    let found = match (value.kind(), key.kind()) {
        (Kind::List(..) | Kind::Tuple(_), Kind::Number(number)) => {
            let items = value.items().unwrap_or(&[]);
            if number.whole().is_none() {
                return none(
                    "indexing a sequence requires a whole number, but the given index has a fractional part".into(),
                );
            }
            if number.is_negative() {
                return none("a negative number is not a valid index for a sequence".into());
            }
            match number
                .int()
                .and_then(|at| items.get(usize::try_from(at).ok()?))
            {
                Some(item) => item.clone(),
                None if matches!(value.kind(), Kind::Tuple(_)) => {
                    return none(
                        "the given index is greater than or equal to the length of the collection"
                            .into(),
                    );
                }
                None => return none("".into()),
            }
        }
        (Kind::Map(..) | Kind::Object(_), Kind::String(key)) if value.lacks(key) => {
            Value::dynamic()
        }
        (Kind::Map(_, elements) | Kind::Object(elements), Kind::String(key)) => {
            match elements.get(&**key) {
                Some(found) => found.clone(),
                None => return none("".into()),
            }
        }
        (Kind::Unknown(Type::Tuple(items), _), Kind::Number(number)) => {
            match number
                .int()
                .and_then(|at| items.get(usize::try_from(at).ok()?))
            {
                Some(item) => Value::unknown(item.clone()),
                None => {
                    return none(
                        "the given index is greater than or equal to the length of the collection"
                            .into(),
                    );
                }
            }
        }
        (Kind::Unknown(Type::Object(attributes), _), Kind::String(key)) => {
            match attributes.types.get(&**key) {
                Some(ty) => Value::unknown(ty.clone()),
                None => return none("".into()),
            }
        }
        _ => Value::unknown(ty.element().cloned().unwrap_or(Type::Dynamic)),
    };
    Ok(found.marked(marks))
}

fn text_of(key: &Value) -> Rc<str> {
    match convert(key, &Type::String).map(|key| key.str().map(Rc::from)) {
        Ok(Some(text)) => text,
        _ => Rc::from(""),
    }
}
