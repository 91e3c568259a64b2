use super::{Call, Failure, Function, How, Parameter, Returns, Want};
use crate::value::Value;

/// `trimsuffix(str, suffix)`: without that end.
pub static FUNCTION: Function = Function {
    name: "trimsuffix",
    parameters: &[Parameter::new("str", Want::String), Parameter::new("suffix", Want::String)],
    rest: None,
    returns: Returns::Always(Want::String),
    call: How::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, Failure> {
    let text = call.str(0)?;
    call.text(text.strip_suffix(call.str(1)?).unwrap_or(text))
}
