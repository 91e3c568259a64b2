use super::{Call, Failure, Function, How, Parameter, Returns, Want};
use crate::value::Value;

/// `trim(str, cutset)`: without those characters at both ends.
pub static FUNCTION: Function = Function {
    name: "trim",
    parameters: &[Parameter::new("str", Want::String), Parameter::new("cutset", Want::String)],
    rest: None,
    returns: Returns::Always(Want::String),
    call: How::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, Failure> {
    let cut: Vec<char> = call.str(1)?.chars().collect();
    call.text(call.str(0)?.trim_matches(cut.as_slice()))
}
