use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::graphemes;
use crate::value::Value;

/// `strrev(str)`: reverses the grapheme clusters of a string.
pub static FUNCTION: Function = Function {
    name: "strrev",
    parameters: &[Parameter::new("str", ParamType::String)],
    rest: None,
    returns: Returns::Fixed(ParamType::String),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    call.text(graphemes::reversed(call.str(0)?))
}
