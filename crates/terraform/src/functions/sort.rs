use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::value::{Type, Value};

/// `sort(list)`: sorts strings by code point.
pub static FUNCTION: Function = Function {
    name: "sort",
    parameters: &[Parameter::new("list", ParamType::Strings)],
    rest: None,
    returns: Returns::Fixed(ParamType::Strings),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let items = call.items(0)?;
    if !items.iter().all(Value::is_known) {
        return Ok(call.unknown());
    }
    if let Some(at) = items.iter().position(Value::is_null) {
        let message = format!("given list element {at} is null; a null string cannot be sorted");
        return Err(CallError::Call(message));
    }
    let mut texts: Vec<Value> = items.to_vec();
    texts.sort_by(|a, b| a.str().cmp(&b.str()));
    Ok(Value::list(Type::String, texts))
}
