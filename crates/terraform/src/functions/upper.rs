use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::go;
use crate::value::Value;

/// `upper(str)`: converts a string to uppercase.
pub static FUNCTION: Function = Function {
    name: "upper",
    parameters: &[Parameter::new("str", ParamType::String)],
    rest: None,
    returns: Returns::Fixed(ParamType::String),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    call.text(call.str(0)?.chars().map(go::upper).collect::<String>())
}
