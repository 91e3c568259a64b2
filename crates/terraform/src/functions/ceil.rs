use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::value::Value;

/// `ceil(num)`: rounds a number up to the next integer.
pub static FUNCTION: Function = Function {
    name: "ceil",
    parameters: &[Parameter::new("num", ParamType::Number)],
    rest: None,
    returns: Returns::Fixed(ParamType::Number),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    Ok(call.number(0)?.ceil().into())
}
