use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::clock;
use crate::value::Value;

/// `formatdate(format, time)`: converts a timestamp to another format.
pub static FUNCTION: Function = Function {
    name: "formatdate",
    parameters: &[
        Parameter::new("format", ParamType::String),
        Parameter::new("time", ParamType::String),
    ],
    rest: None,
    returns: Returns::Fixed(ParamType::String),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let time = clock::parse(call.str(1)?).map_err(|message| CallError::Argument(1, message))?;
    call.text(
        clock::format(call.str(0)?, &time).map_err(|message| CallError::Argument(0, message))?,
    )
}
