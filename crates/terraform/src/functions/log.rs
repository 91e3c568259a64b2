use super::{Call, Failure, Function, How, Parameter, Returns, Want};
use crate::number::Number;
use crate::value::Value;

/// `log(num, base)`: the logarithm, as doubles have it.
pub static FUNCTION: Function = Function {
    name: "log",
    parameters: &[Parameter::new("num", Want::Number), Parameter::new("base", Want::Number)],
    rest: None,
    returns: Returns::Always(Want::Number),
    call: How::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, Failure> {
    let made = call.number(0)?.double().ln() / call.number(1)?.double().ln();
    Ok(Number::of_double(made).ok_or_else(|| Failure::call("the result is not a number"))?.into())
}
