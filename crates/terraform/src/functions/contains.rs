use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::value::{Type, Value};

/// `contains(list, value)`: returns whether a list, tuple or set contains a value.
pub static FUNCTION: Function = Function {
    name: "contains",
    parameters: &[
        Parameter::new("list", ParamType::Any),
        Parameter::new("value", ParamType::Any),
    ],
    rest: None,
    returns: Returns::Fixed(ParamType::Bool),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let value = call.value(1)?;
    let ty = call.value(0)?.ty();
    if !matches!(ty, Type::List(_) | Type::Tuple(_) | Type::Set(_)) {
        return Err(CallError::call("argument must be list, tuple, or set"));
    }
    let mut unknown = false;
    for item in call.items(0)? {
        match value.equals(item) {
            Some(true) => return Ok(true.into()),
            Some(false) => {}
            None => unknown = true,
        }
    }
    Ok(if unknown {
        Value::unknown_not_null(Type::Bool)
    } else {
        false.into()
    })
}
