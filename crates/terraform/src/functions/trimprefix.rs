use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::value::Value;

/// `trimprefix(str, prefix)`: removes a prefix.
pub static FUNCTION: Function = Function {
    name: "trimprefix",
    parameters: &[
        Parameter::new("str", ParamType::String),
        Parameter::new("prefix", ParamType::String),
    ],
    rest: None,
    returns: Returns::Fixed(ParamType::String),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let text = call.str(0)?;
    call.text(text.strip_prefix(call.str(1)?).unwrap_or(text))
}
