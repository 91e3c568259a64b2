use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::value::Value;

/// `endswith(str, suffix)`: returns whether a string ends with a suffix.
pub static FUNCTION: Function = Function {
    name: "endswith",
    parameters: &[
        Parameter::new("str", ParamType::String),
        Parameter::new("suffix", ParamType::String),
    ],
    rest: None,
    returns: Returns::Fixed(ParamType::Bool),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    Ok(call.str(0)?.ends_with(call.str(1)?).into())
}
