use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::value::Value;

/// `trimsuffix(str, suffix)`: removes a suffix.
pub static FUNCTION: Function = Function {
    name: "trimsuffix",
    parameters: &[
        Parameter::new("str", ParamType::String),
        Parameter::new("suffix", ParamType::String),
    ],
    rest: None,
    returns: Returns::Fixed(ParamType::String),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let text = call.str(0)?;
    call.text(text.strip_suffix(call.str(1)?).unwrap_or(text))
}
