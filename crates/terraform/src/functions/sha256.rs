use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::codec;
use crate::support::hash;
use crate::value::Value;

/// `sha256(str)`: returns the SHA-256 digest of a string in hexadecimal.
pub static FUNCTION: Function = Function {
    name: "sha256",
    parameters: &[Parameter::new("str", ParamType::String)],
    rest: None,
    returns: Returns::Fixed(ParamType::String),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    call.text(codec::to_hex(&hash::sha256(call.str(0)?.as_bytes())))
}
