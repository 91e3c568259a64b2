use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::number::Number;
use crate::value::{Type, Value};

/// `index(list, value)`: returns the index of the first item that equals a value.
pub static FUNCTION: Function = Function {
    name: "index",
    parameters: &[
        Parameter::new("list", ParamType::Any),
        Parameter::new("value", ParamType::Any),
    ],
    rest: None,
    returns: Returns::Fixed(ParamType::Number),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let list = call.value(0)?;
    if !matches!(list.ty(), Type::List(_) | Type::Tuple(_)) {
        return Err(CallError::call("argument must be a list or tuple"));
    }
    let items = call.items(0)?;
    if items.is_empty() {
        return Err(CallError::call("cannot search an empty list"));
    }
    for (at, item) in items.iter().enumerate() {
        match item.equals(call.value(1)?) {
            Some(true) => return Ok(Number::of_count(at).into()),
            Some(false) => {}
            None => return Ok(call.unknown()),
        }
    }
    Err(CallError::call("item not found"))
}
