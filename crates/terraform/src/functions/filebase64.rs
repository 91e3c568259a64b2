use super::{Call, Failure, Function, How, Parameter, Returns, Want};
use crate::support::codec;
use crate::support::files;
use crate::value::Value;

/// `filebase64(path)`: a file's bytes, in Base64.
pub static FUNCTION: Function = Function {
    name: "filebase64",
    parameters: &[Parameter::new("path", Want::String)],
    rest: None,
    returns: Returns::Always(Want::String),
    call: How::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, Failure> {
    call.text(codec::to_base64(&files::bytes(call)?))
}
