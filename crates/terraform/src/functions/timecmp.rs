use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::number::Number;
use crate::support::clock;
use crate::value::Value;

/// `timecmp(timestamp_a, timestamp_b)`: returns -1, 0 or 1 if the first timestamp is before, equal to or after the
/// second.
pub static FUNCTION: Function = Function {
    name: "timecmp",
    parameters: &[
        Parameter::new("timestamp_a", ParamType::String),
        Parameter::new("timestamp_b", ParamType::String),
    ],
    rest: None,
    returns: Returns::Fixed(ParamType::Number),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let time =
        |at: usize| clock::parse(call.str(at)?).map_err(|message| CallError::Argument(at, message));
    let order = time(0)?.instant().cmp(&time(1)?.instant());
    Ok(Number::of_int(i64::from(order as i8)).into())
}
