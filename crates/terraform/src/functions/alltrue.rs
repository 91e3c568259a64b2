use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::value::Value;

/// `alltrue(list)`: returns whether all items are true. Null counts as false; the result for an empty list is true.
pub static FUNCTION: Function = Function {
    name: "alltrue",
    parameters: &[Parameter::new("list", ParamType::Bools)],
    rest: None,
    returns: Returns::Fixed(ParamType::Bool),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    for item in call.items(0)? {
        if !item.is_known() {
            return Ok(call.unknown());
        }
        if item.bool() != Some(true) {
            return Ok(false.into());
        }
    }
    Ok(true.into())
}
