use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::value::Value;

/// `max(numbers...)`: returns the largest number.
pub static FUNCTION: Function = Function {
    name: "max",
    parameters: &[],
    rest: Some(Parameter::new("numbers", ParamType::Number)),
    returns: Returns::Fixed(ParamType::Number),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let greatest = call.arguments.iter().filter_map(Value::number).max();
    greatest
        .cloned()
        .map(Value::from)
        .ok_or_else(|| CallError::call("must pass at least one number"))
}
