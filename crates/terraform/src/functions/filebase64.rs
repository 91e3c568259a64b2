use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::codec;
use crate::support::files;
use crate::value::Value;

/// `filebase64(path)`: reads a file and encodes it as Base64.
pub static FUNCTION: Function = Function {
    name: "filebase64",
    parameters: &[Parameter::new("path", ParamType::String)],
    rest: None,
    returns: Returns::Fixed(ParamType::String),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    call.text(codec::to_base64(&files::bytes(call)?))
}
