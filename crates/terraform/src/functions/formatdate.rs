use super::{Call, Failure, Function, How, Parameter, Returns, Want};
use crate::support::clock;
use crate::value::Value;

/// `formatdate(format, time)`: a time in another notation.
pub static FUNCTION: Function = Function {
    name: "formatdate",
    parameters: &[Parameter::new("format", Want::String), Parameter::new("time", Want::String)],
    rest: None,
    returns: Returns::Always(Want::String),
    call: How::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, Failure> {
    let time = clock::parse(call.str(1)?).map_err(|message| Failure::Argument(1, message))?;
    call.text(clock::format(call.str(0)?, &time).map_err(|message| Failure::Argument(0, message))?)
}
