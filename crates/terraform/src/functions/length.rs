use std::collections::BTreeMap;

use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns, known_items};
use crate::number::Number;
use crate::support::graphemes;
use crate::value::{Kind, Type, Value};

/// `length(value)`: returns the number of items of a collection, or of grapheme clusters in a string.
pub static FUNCTION: Function = Function {
    name: "length",
    parameters: &[Parameter::new("value", ParamType::Any).unknown().marked()],
    rest: None,
    returns: Returns::Fixed(ParamType::Number),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let value = call.value(0)?;
    let count = match (value.kind(), value.ty()) {
        (Kind::String(text), _) => Some(graphemes::count(text)),
        (Kind::Set(_, items), _) if items.len() > 1 && !value.is_wholly_known() => None,
        (_, Type::Tuple(items)) => Some(items.len()),
        (_, Type::Object(attributes)) => Some(attributes.types.len()),
        (_, Type::List(_) | Type::Set(_) | Type::Map(_)) => {
            known_items(value).map(<[Value]>::len).or_else(|| value.elements().map(BTreeMap::len))
        }
        (Kind::Unknown(..), Type::String | Type::Dynamic) => None,
        _ => {
            return Err(CallError::call("argument must be a string, a collection type, or a structural type"));
        }
    };
    let length = count.map_or_else(|| call.unknown(), |count| Number::of_count(count).into());
    Ok(length.marked(value.marks()))
}
