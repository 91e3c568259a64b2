use super::{Call, Failure, Function, How, Parameter, Returns, Want};
use crate::value::Value;

/// `ceil(num)`: the next whole number, upwards.
pub static FUNCTION: Function = Function {
    name: "ceil",
    parameters: &[Parameter::new("num", Want::Number)],
    rest: None,
    returns: Returns::Always(Want::Number),
    call: How::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, Failure> {
    Ok(call.number(0)?.ceil().into())
}
