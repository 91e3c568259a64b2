use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::number::Number;
use crate::value::Value;

/// `log(num, base)`: returns a logarithm, computed with 64-bit floats.
pub static FUNCTION: Function = Function {
    name: "log",
    parameters: &[Parameter::new("num", ParamType::Number), Parameter::new("base", ParamType::Number)],
    rest: None,
    returns: Returns::Fixed(ParamType::Number),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let logarithm = call.number(0)?.double().ln() / call.number(1)?.double().ln();
    Ok(Number::of_double(logarithm).ok_or_else(|| CallError::call("the result is not a number"))?.into())
}
