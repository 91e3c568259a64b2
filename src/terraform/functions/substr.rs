use super::{Call, Failure, Function, How, Parameter, Returns, Want};
use crate::terraform::support::graphemes;
use crate::terraform::value::Value;

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
