use super::{Call, CallError, Function, Implementation, ParamType, Returns};
use crate::support::hash;
use crate::value::Value;

/// `uuid()`: returns a random UUID; unknown if the host has no source of randomness.
pub static FUNCTION: Function = Function {
    name: "uuid",
    parameters: &[],
    rest: None,
    returns: Returns::Fixed(ParamType::String),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    match &call.host.rng {
        Some(rng) => call.text(hash::uuid(rng.bytes(), 4)),
        None => Ok(call.unknown()),
    }
}
