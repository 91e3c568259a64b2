use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::value::Value;

/// `abs(num)`: returns the absolute value of a number.
pub static FUNCTION: Function = Function {
    name: "abs",
    parameters: &[Parameter::new("num", ParamType::Number)],
    rest: None,
    returns: Returns::Fixed(ParamType::Number),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let number = call.number(0)?;
    Ok(if number.has_minus() {
        number.negated()
    } else {
        number.clone()
    }
    .into())
}
