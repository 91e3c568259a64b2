use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::number::Number;
use crate::value::Value;

/// `log(num, base)`: returns a logarithm, computed with 64-bit floats.
pub static FUNCTION: Function = Function {
    name: "log",
    parameters: &[
        Parameter::new("num", ParamType::Number),
        Parameter::new("base", ParamType::Number),
    ],
    rest: None,
    returns: Returns::Fixed(ParamType::Number),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let logarithm = double(call.number(0)?)?.ln() / double(call.number(1)?)?.ln();
    Ok(Number::of_double(logarithm)
        .ok_or_else(|| CallError::call("the result is not a number"))?
        .into())
}

fn double(number: &Number) -> Result<f64, CallError> {
    let double = number.double();
    if double.is_finite() {
        return Ok(double);
    }
    Err(CallError::Call(format!(
        "value must be between {:.6} and {:.6} inclusive",
        f64::MIN,
        f64::MAX
    )))
}
