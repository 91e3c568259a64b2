use super::{Call, Failure, Function, How, Parameter, Returns, Want};
use crate::value::Value;

/// `endswith(str, suffix)`: does the text end so?
pub static FUNCTION: Function = Function {
    name: "endswith",
    parameters: &[Parameter::new("str", Want::String), Parameter::new("suffix", Want::String)],
    rest: None,
    returns: Returns::Always(Want::Bool),
    call: How::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, Failure> {
    Ok(call.str(0)?.ends_with(call.str(1)?).into())
}
