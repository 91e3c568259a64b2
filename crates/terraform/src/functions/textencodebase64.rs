use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::codec;
use crate::value::Value;
use cfn_warden_syntax::{Known, text};

/// `textencodebase64(string, encoding)`: encodes a string in a character encoding, then as Base64.
pub static FUNCTION: Function = Function {
    name: "textencodebase64",
    parameters: &[
        Parameter::new("string", ParamType::String),
        Parameter::new("encoding", ParamType::String),
    ],
    rest: None,
    returns: Returns::Fixed(ParamType::String),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let name = call.str(1)?;
    let encoding = codec::encoding(name).map_err(|message| CallError::Argument(1, message))?;
    let bytes = encoding.encode(call.str(0)?).ok_or_else(|| {
        let message = text!(
            "the given string contains characters that cannot be represented in {}",
            Known(encoding.name())
        );
        CallError::argument(0, message)
    })?;
    call.text(codec::to_base64(&bytes))
}
