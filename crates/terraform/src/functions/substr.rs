use super::{Call, Failure, Function, How, Parameter, Returns, Want};
use crate::support::graphemes;
use crate::value::Value;

/// `substr(str, offset, length)`: a part of a text.
pub static FUNCTION: Function = Function {
    name: "substr",
    parameters: &[
        Parameter::new("str", Want::String),
        Parameter::new("offset", Want::Number),
        Parameter::new("length", Want::Number),
    ],
    rest: None,
    returns: Returns::Always(Want::String),
    call: How::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, Failure> {
    call.text(graphemes::part(call.str(0)?, call.int(1)?, call.int(2)?))
}
