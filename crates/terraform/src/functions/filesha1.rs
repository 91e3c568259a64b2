use super::{Call, Failure, Function, How, Parameter, Returns, Want};
use crate::support::codec;
use crate::support::files;
use crate::support::hash;
use crate::value::Value;

/// `filesha1(path)`: the digest of a file's bytes.
pub static FUNCTION: Function = Function {
    name: "filesha1",
    parameters: &[Parameter::new("path", Want::String)],
    rest: None,
    returns: Returns::Always(Want::String),
    call: How::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, Failure> {
    call.text(codec::to_hex(&hash::sha1(&files::hashed(call)?)))
}
