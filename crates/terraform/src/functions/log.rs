use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::number::Number;
use crate::value::Value;
use cfn_warden_syntax::{Known, text};

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
    Err(CallError::Call(text!(
        "value must be between {} and {} inclusive",
        Known(&format!("{:.6}", f64::MIN)),
        Known(&format!("{:.6}", f64::MAX))
    )))
}
