use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
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
    let count = |count: usize| Value::from(Number::of_count(count));
    let length = match (value.kind(), value.ty()) {
        (Kind::String(text), _) => count(graphemes::count(text)),
        (_, Type::Tuple(items)) => count(items.len()),
        (_, Type::Object(attributes)) => count(attributes.types.len()),
        (_, Type::List(_) | Type::Set(_) | Type::Map(_)) => {
            let (least, most) = value.length_range();
            let most = i64::try_from(most).unwrap_or(i64::MAX);
            Value::number_between(
                Some(Number::of_count(least)),
                Some(Number::of_int(most)),
                true,
            )
        }
        (Kind::Unknown(..), Type::String | Type::Dynamic) => call.unknown(),
        _ => {
            return Err(CallError::call(
                "argument must be a string, a collection type, or a structural type",
            ));
        }
    };
    Ok(length.marked(value.marks()))
}
