use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::codec;
use crate::support::go;
use crate::value::Value;
use cfn_warden_syntax::{Operand, text};

/// `base64decode(str)`: decodes Base64 to a UTF-8 string.
pub static FUNCTION: Function = Function {
    name: "base64decode",
    parameters: &[Parameter::new("str", ParamType::String)],
    rest: None,
    returns: Returns::Fixed(ParamType::String),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let text = call.str(0)?;
    let bytes = codec::from_base64(text).ok_or_else(|| {
        CallError::call(text!(
            "failed to decode base64 data {}",
            Operand::Value(&go::quoted(text))
        ))
    })?;
    let text = String::from_utf8(bytes).map_err(|_| {
        CallError::call("the result of decoding the provided string is not valid UTF-8")
    })?;
    call.text(text)
}
