use super::{Call, Failure, Function, How, Parameter, Returns, Want};
use crate::support::files;
use crate::value::Value;

/// `file(path)`: a file's text.
pub static FUNCTION: Function = Function {
    name: "file",
    parameters: &[Parameter::new("path", Want::String)],
    rest: None,
    returns: Returns::Always(Want::String),
    call: How::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, Failure> {
    call.text(files::text(call)?)
}
