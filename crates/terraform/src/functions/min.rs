use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::value::Value;

/// `min(numbers...)`: returns the smallest number.
pub static FUNCTION: Function = Function {
    name: "min",
    parameters: &[],
    rest: Some(Parameter::new("numbers", ParamType::Number)),
    returns: Returns::Fixed(ParamType::Number),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let least = call.arguments.iter().filter_map(Value::number).min();
    least
        .cloned()
        .map(Value::from)
        .ok_or_else(|| CallError::call("must pass at least one number"))
}
