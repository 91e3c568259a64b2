use super::{Call, Failure, Function, How, Returns, Want};
use crate::support::clock;
use crate::value::Value;

/// `timestamp()`: now, where there is a clock.
pub static FUNCTION: Function = Function {
    name: "timestamp",
    parameters: &[],
    rest: None,
    returns: Returns::Always(Want::String),
    call: How::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, Failure> {
    match call.host.clock.and_then(clock::of_seconds) {
        Some(time) => call.text(time.to_string()),
        None => Ok(call.unknown()),
    }
}
