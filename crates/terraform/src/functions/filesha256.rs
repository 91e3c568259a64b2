use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::codec;
use crate::support::files;
use crate::support::hash;
use crate::value::Value;

/// `filesha256(path)`: returns the SHA-256 digest of a file in hexadecimal.
pub static FUNCTION: Function = Function {
    name: "filesha256",
    parameters: &[Parameter::new("path", ParamType::String)],
    rest: None,
    returns: Returns::Fixed(ParamType::String),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    call.text(codec::to_hex(&hash::sha256(&files::hashed(call)?)))
}
