use super::{Call, Failure, Function, How, Parameter, Returns, Want};
use crate::support::path;
use crate::value::Value;

/// `dirname(path)`: a path without its last part.
pub static FUNCTION: Function = Function {
    name: "dirname",
    parameters: &[Parameter::new("path", Want::String)],
    rest: None,
    returns: Returns::Always(Want::String),
    call: How::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, Failure> {
    call.text(path::dir(call.str(0)?))
}
