use super::{Call, CallError, Function, Implementation, ParamType, Returns};
use crate::value::Value;

/// `plantimestamp()`: the time of the plan. Unknown, because no plan is made.
pub static FUNCTION: Function = Function {
    name: "plantimestamp",
    parameters: &[],
    rest: None,
    returns: Returns::Fixed(ParamType::String),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    Ok(call.unknown())
}
