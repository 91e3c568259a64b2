use super::{Call, Failure, Function, How, Parameter, Returns, Want};
use crate::value::Value;

/// `abs(num)`: without its sign.
pub static FUNCTION: Function = Function {
    name: "abs",
    parameters: &[Parameter::new("num", Want::Number)],
    rest: None,
    returns: Returns::Always(Want::Number),
    call: How::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, Failure> {
    let number = call.number(0)?;
    Ok(if number.is_negative() { number.negated() } else { number.clone() }.into())
}
