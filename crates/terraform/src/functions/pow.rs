use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::number::Number;
use crate::value::Value;

/// `pow(num, power)`: raises a number to a power, computed with 64-bit floats.
pub static FUNCTION: Function = Function {
    name: "pow",
    parameters: &[
        Parameter::new("num", ParamType::Number),
        Parameter::new("power", ParamType::Number),
    ],
    rest: None,
    returns: Returns::Fixed(ParamType::Number),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let power = call.number(0)?.double().powf(call.number(1)?.double());
    Ok(Number::of_double(power)
        .ok_or_else(|| CallError::call("the result is not a number"))?
        .into())
}
