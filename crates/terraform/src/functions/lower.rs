use super::{Call, Failure, Function, How, Parameter, Returns, Want};
use crate::value::Value;

/// `lower(str)`: in small letters.
pub static FUNCTION: Function = Function {
    name: "lower",
    parameters: &[Parameter::new("str", Want::String)],
    rest: None,
    returns: Returns::Always(Want::String),
    call: How::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, Failure> {
    call.text(call.str(0)?.to_lowercase())
}
