use super::{Call, Failure, Function, How, Parameter, Returns, Want};
use crate::support::codec;
use crate::support::hash;
use crate::value::Value;

/// `base64sha512(str)`: the digest of its bytes, in Base64.
pub static FUNCTION: Function = Function {
    name: "base64sha512",
    parameters: &[Parameter::new("str", Want::String)],
    rest: None,
    returns: Returns::Always(Want::String),
    call: How::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, Failure> {
    call.text(codec::to_base64(&hash::sha512(call.str(0)?.as_bytes())))
}
