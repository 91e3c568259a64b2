use super::{Call, Failure, Function, How, Parameter, Returns, Want};
use crate::value::Value;

/// `chomp(str)`: without the newlines at its end.
pub static FUNCTION: Function = Function {
    name: "chomp",
    parameters: &[Parameter::new("str", Want::String)],
    rest: None,
    returns: Returns::Always(Want::String),
    call: How::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, Failure> {
    call.text(call.str(0)?.trim_end_matches(['\r', '\n']))
}
