use super::{Call, Failure, Function, Implementation, ParamType, Returns};
use crate::value::Value;

/// `plantimestamp()`: when the plan was made, which is not known here.
pub static FUNCTION: Function = Function {
    name: "plantimestamp",
    parameters: &[],
    rest: None,
    returns: Returns::Always(ParamType::String),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, Failure> {
    Ok(call.unknown())
}
