use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::value::Value;

/// `trimspace(str)`: removes whitespace from both ends of a string.
pub static FUNCTION: Function = Function {
    name: "trimspace",
    parameters: &[Parameter::new("str", ParamType::String)],
    rest: None,
    returns: Returns::Fixed(ParamType::String),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    call.text(call.str(0)?.trim())
}
