use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::path;
use crate::value::Value;

/// `dirname(path)`: returns a path without its last element.
pub static FUNCTION: Function = Function {
    name: "dirname",
    parameters: &[Parameter::new("path", ParamType::String)],
    rest: None,
    returns: Returns::Fixed(ParamType::String),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    call.text(path::dir(call.str(0)?))
}
