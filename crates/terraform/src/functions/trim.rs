use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::value::Value;

/// `trim(str, cutset)`: removes the given characters from both ends of a string.
pub static FUNCTION: Function = Function {
    name: "trim",
    parameters: &[
        Parameter::new("str", ParamType::String),
        Parameter::new("cutset", ParamType::String),
    ],
    rest: None,
    returns: Returns::Fixed(ParamType::String),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let cut: Vec<char> = call.str(1)?.chars().collect();
    call.text(call.str(0)?.trim_matches(cut.as_slice()))
}
