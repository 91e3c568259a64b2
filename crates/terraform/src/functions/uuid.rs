use super::{Call, Failure, Function, How, Returns, Want};
use crate::support::hash;
use crate::value::Value;

/// `uuid()`: an identifier, another each time.
pub static FUNCTION: Function = Function {
    name: "uuid",
    parameters: &[],
    rest: None,
    returns: Returns::Always(Want::String),
    call: How::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, Failure> {
    match &call.host.chance {
        Some(chance) => call.text(hash::uuid(chance.bytes(), 4)),
        None => Ok(call.unknown()),
    }
}
