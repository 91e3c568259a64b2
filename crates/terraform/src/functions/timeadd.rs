use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::clock;
use crate::value::Value;

/// `timeadd(timestamp, duration)`: adds a duration to a timestamp.
pub static FUNCTION: Function = Function {
    name: "timeadd",
    parameters: &[
        Parameter::new("timestamp", ParamType::String),
        Parameter::new("duration", ParamType::String),
    ],
    rest: None,
    returns: Returns::Fixed(ParamType::String),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let time = clock::parse(call.str(0)?).map_err(CallError::Call)?;
    let duration = clock::duration(call.str(1)?).map_err(CallError::Call)?;
    let later = time
        .later(duration)
        .ok_or_else(|| CallError::call("the time is too far away"))?;
    call.text(later.to_string())
}
