use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::value::Value;

/// `chomp(str)`: removes trailing newlines.
pub static FUNCTION: Function = Function {
    name: "chomp",
    parameters: &[Parameter::new("str", ParamType::String)],
    rest: None,
    returns: Returns::Fixed(ParamType::String),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    call.text(call.str(0)?.trim_end_matches(['\r', '\n']))
}
