use super::{Call, Failure, Function, How, Parameter, Returns, Want};
use crate::support::path;
use crate::value::Value;

/// `basename(path)`: the last part of a path.
pub static FUNCTION: Function = Function {
    name: "basename",
    parameters: &[Parameter::new("path", Want::String)],
    rest: None,
    returns: Returns::Always(Want::String),
    call: How::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, Failure> {
    call.text(path::base(call.str(0)?))
}
