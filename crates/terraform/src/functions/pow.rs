use super::{Call, Failure, Function, How, Parameter, Returns, Want};
use crate::number::Number;
use crate::value::Value;

/// `pow(num, power)`: a power, as doubles have it.
pub static FUNCTION: Function = Function {
    name: "pow",
    parameters: &[Parameter::new("num", Want::Number), Parameter::new("power", Want::Number)],
    rest: None,
    returns: Returns::Always(Want::Number),
    call: How::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, Failure> {
    let made = call.number(0)?.double().powf(call.number(1)?.double());
    Ok(Number::of_double(made).ok_or_else(|| Failure::call("the result is not a number"))?.into())
}
