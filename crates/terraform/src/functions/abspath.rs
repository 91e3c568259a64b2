use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::path;
use crate::value::Value;

/// `abspath(path)`: converts a path to an absolute path.
pub static FUNCTION: Function = Function {
    name: "abspath",
    parameters: &[Parameter::new("path", ParamType::String)],
    rest: None,
    returns: Returns::Fixed(ParamType::String),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    call.text(path::absolute(&call.host.absolute_folder(), call.str(0)?))
}
