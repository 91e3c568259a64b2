use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::value::Value;

/// `strcontains(str, substr)`: returns whether a string contains a substring.
pub static FUNCTION: Function = Function {
    name: "strcontains",
    parameters: &[
        Parameter::new("str", ParamType::String),
        Parameter::new("substr", ParamType::String),
    ],
    rest: None,
    returns: Returns::Fixed(ParamType::Bool),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    Ok(call.str(0)?.contains(call.str(1)?).into())
}
