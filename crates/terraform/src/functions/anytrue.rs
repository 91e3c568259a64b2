use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::value::Value;

/// `anytrue(list)`: returns whether any item is true.
pub static FUNCTION: Function = Function {
    name: "anytrue",
    parameters: &[Parameter::new("list", ParamType::Bools)],
    rest: None,
    returns: Returns::Fixed(ParamType::Bool),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let items = call.items(0)?;
    if items.iter().any(|item| item.bool() == Some(true)) {
        return Ok(true.into());
    }
    Ok(if items.iter().all(Value::is_known) {
        false.into()
    } else {
        call.unknown()
    })
}
