use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::codec;
use crate::value::Value;
use cfn_warden_syntax::{Known, text};

/// `textdecodebase64(source, encoding)`: decodes Base64 to text in a character encoding.
pub static FUNCTION: Function = Function {
    name: "textdecodebase64",
    parameters: &[
        Parameter::new("source", ParamType::String),
        Parameter::new("encoding", ParamType::String),
    ],
    rest: None,
    returns: Returns::Fixed(ParamType::String),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let (text, name) = (call.str(0)?, call.str(1)?);
    let encoding = codec::encoding(name).map_err(|message| CallError::Argument(1, message))?;
    let bytes = codec::from_base64(text).ok_or_else(|| {
        CallError::argument(
            0,
            "the given value is has an invalid base64 symbol at offset 0",
        )
    })?;
    let decoded = encoding.decode(&bytes).ok_or_else(|| {
        let message = text!(
            "the given string contains symbols that are not defined for {}",
            Known(encoding.name())
        );
        CallError::argument(0, message)
    })?;
    call.text(decoded)
}
