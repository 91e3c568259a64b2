use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::codec;
use crate::value::Value;

/// `base64gzip(str)`: compresses a string with gzip and encodes the result as Base64.
pub static FUNCTION: Function = Function {
    name: "base64gzip",
    parameters: &[Parameter::new("str", ParamType::String)],
    rest: None,
    returns: Returns::Fixed(ParamType::String),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    call.text(codec::to_base64(&codec::gzip(call.str(0)?.as_bytes())))
}
