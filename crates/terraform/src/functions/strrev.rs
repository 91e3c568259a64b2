use super::{Call, Failure, Function, How, Parameter, Returns, Want};
use crate::support::graphemes;
use crate::value::Value;

/// `strrev(str)`: the last character first.
pub static FUNCTION: Function = Function {
    name: "strrev",
    parameters: &[Parameter::new("str", Want::String)],
    rest: None,
    returns: Returns::Always(Want::String),
    call: How::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, Failure> {
    call.text(graphemes::reversed(call.str(0)?))
}
