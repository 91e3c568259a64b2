use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::codec;
use crate::support::hash;
use crate::value::Value;

/// `base64sha256(str)`: returns the SHA-256 digest of a string as Base64.
pub static FUNCTION: Function = Function {
    name: "base64sha256",
    parameters: &[Parameter::new("str", ParamType::String)],
    rest: None,
    returns: Returns::Fixed(ParamType::String),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    call.text(codec::to_base64(&hash::sha256(call.str(0)?.as_bytes())))
}
