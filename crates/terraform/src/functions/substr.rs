use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::graphemes;
use crate::value::Value;

/// `substr(str, offset, length)`: returns a substring, counted in grapheme clusters.
pub static FUNCTION: Function = Function {
    name: "substr",
    parameters: &[
        Parameter::new("str", ParamType::String),
        Parameter::new("offset", ParamType::Number),
        Parameter::new("length", ParamType::Number),
    ],
    rest: None,
    returns: Returns::Fixed(ParamType::String),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    call.text(graphemes::part(call.str(0)?, call.int(1)?, call.int(2)?))
}
