use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::go;
use crate::value::Value;

/// `lower(str)`: converts a string to lowercase.
pub static FUNCTION: Function = Function {
    name: "lower",
    parameters: &[Parameter::new("str", ParamType::String)],
    rest: None,
    returns: Returns::Fixed(ParamType::String),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    call.text(call.str(0)?.chars().map(go::lower).collect::<String>())
}
