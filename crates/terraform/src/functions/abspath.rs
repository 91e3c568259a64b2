use super::{Call, Failure, Function, How, Parameter, Returns, Want};
use crate::support::path;
use crate::value::Value;

/// `abspath(path)`: the path from the root.
pub static FUNCTION: Function = Function {
    name: "abspath",
    parameters: &[Parameter::new("path", Want::String)],
    rest: None,
    returns: Returns::Always(Want::String),
    call: How::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, Failure> {
    call.text(path::absolute(&call.host.absolute_folder(), call.str(0)?))
}
