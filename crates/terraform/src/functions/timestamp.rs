use super::{Call, CallError, Function, Implementation, ParamType, Returns};
use crate::support::clock;
use crate::value::Value;

/// `timestamp()`: returns the current time; unknown if the host has no clock.
pub static FUNCTION: Function = Function {
    name: "timestamp",
    parameters: &[],
    rest: None,
    returns: Returns::Fixed(ParamType::String),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    match call.host.clock.and_then(clock::of_seconds) {
        Some(time) => call.text(time.to_string()),
        None => Ok(call.unknown()),
    }
}
