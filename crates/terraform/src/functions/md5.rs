use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::codec;
use crate::support::hash;
use crate::value::Value;

/// `md5(str)`: returns the MD5 digest of a string in hexadecimal.
pub static FUNCTION: Function = Function {
    name: "md5",
    parameters: &[Parameter::new("str", ParamType::String)],
    rest: None,
    returns: Returns::Fixed(ParamType::String),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    call.text(codec::to_hex(&hash::md5(call.str(0)?.as_bytes())))
}
