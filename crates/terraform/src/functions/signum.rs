use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::number::Number;
use crate::value::Value;

/// `signum(num)`: returns the sign of a number: -1, 0 or 1.
pub static FUNCTION: Function = Function {
    name: "signum",
    parameters: &[Parameter::new("num", ParamType::Number)],
    rest: None,
    returns: Returns::Fixed(ParamType::Number),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    call.int(0)?;
    let number = call.number(0)?;
    let sign = if number.is_zero() {
        0
    } else if number.is_negative() {
        -1
    } else {
        1
    };
    Ok(Number::of_int(sign).into())
}
