use super::{Call, Failure, Function, How, Parameter, Returns, Want};
use crate::support::codec;
use crate::value::Value;

/// `base64encode(str)`: the text in Base64.
pub static FUNCTION: Function = Function {
    name: "base64encode",
    parameters: &[Parameter::new("str", Want::String)],
    rest: None,
    returns: Returns::Always(Want::String),
    call: How::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, Failure> {
    call.text(codec::to_base64(call.str(0)?.as_bytes()))
}
