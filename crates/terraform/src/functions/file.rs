use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::files;
use crate::value::Value;

/// `file(path)`: reads a UTF-8 file.
pub static FUNCTION: Function = Function {
    name: "file",
    parameters: &[Parameter::new("path", ParamType::String)],
    rest: None,
    returns: Returns::Fixed(ParamType::String),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    call.text(files::text(call)?)
}
