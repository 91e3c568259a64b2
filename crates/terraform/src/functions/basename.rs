use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::path;
use crate::value::Value;

/// `basename(path)`: returns the last element of a path.
pub static FUNCTION: Function = Function {
    name: "basename",
    parameters: &[Parameter::new("path", ParamType::String)],
    rest: None,
    returns: Returns::Fixed(ParamType::String),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    call.text(path::base(call.str(0)?))
}
