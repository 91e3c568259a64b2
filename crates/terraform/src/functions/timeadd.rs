use super::{Call, Failure, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::clock;
use crate::value::Value;

/// `timeadd(timestamp, duration)`: adds a duration to a timestamp.
pub static FUNCTION: Function = Function {
    name: "timeadd",
    parameters: &[Parameter::new("timestamp", ParamType::String), Parameter::new("duration", ParamType::String)],
    rest: None,
    returns: Returns::Always(ParamType::String),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, Failure> {
    let time = clock::parse(call.str(0)?).map_err(Failure::Call)?;
    let duration = clock::duration(call.str(1)?).map_err(Failure::Call)?;
    let later = time.later(duration).ok_or_else(|| Failure::call("the time is too far away"))?;
    call.text(later.to_string())
}
