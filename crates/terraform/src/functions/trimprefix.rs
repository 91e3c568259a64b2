use super::{Call, Failure, Function, How, Parameter, Returns, Want};
use crate::value::Value;

/// `trimprefix(str, prefix)`: without that beginning.
pub static FUNCTION: Function = Function {
    name: "trimprefix",
    parameters: &[Parameter::new("str", Want::String), Parameter::new("prefix", Want::String)],
    rest: None,
    returns: Returns::Always(Want::String),
    call: How::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, Failure> {
    let text = call.str(0)?;
    call.text(text.strip_prefix(call.str(1)?).unwrap_or(text))
}
