use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::codec;
use crate::support::files;
use crate::support::hash;
use crate::value::Value;

/// `filebase64sha512(path)`: returns the SHA-512 digest of a file as Base64.
pub static FUNCTION: Function = Function {
    name: "filebase64sha512",
    parameters: &[Parameter::new("path", ParamType::String)],
    rest: None,
    returns: Returns::Fixed(ParamType::String),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    call.text(codec::to_base64(&hash::sha512(&files::hashed(call)?)))
}
