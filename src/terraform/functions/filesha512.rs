use super::{Call, Failure, Function, How, Parameter, Returns, Want};
use crate::terraform::support::codec;
use crate::terraform::support::files;
use crate::terraform::support::hash;
use crate::terraform::value::Value;

/// `filesha512(path)`: the digest of a file's bytes.
pub static FUNCTION: Function = Function {
    name: "filesha512",
    parameters: &[Parameter::new("path", Want::String)],
    rest: None,
    returns: Returns::Always(Want::String),
    call: How::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, Failure> {
    call.text(codec::to_hex(&hash::sha512(&files::hashed(call)?)))
}
