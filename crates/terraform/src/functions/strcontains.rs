use super::{Call, Failure, Function, How, Parameter, Returns, Want};
use crate::value::Value;

/// `strcontains(str, substr)`: is the one in the other?
pub static FUNCTION: Function = Function {
    name: "strcontains",
    parameters: &[Parameter::new("str", Want::String), Parameter::new("substr", Want::String)],
    rest: None,
    returns: Returns::Always(Want::Bool),
    call: How::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, Failure> {
    Ok(call.str(0)?.contains(call.str(1)?).into())
}
