use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::codec;
use crate::value::Value;

/// `base64encode(str)`: encodes a string as Base64.
pub static FUNCTION: Function = Function {
    name: "base64encode",
    parameters: &[Parameter::new("str", ParamType::String)],
    rest: None,
    returns: Returns::Fixed(ParamType::String),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    call.room_for(call.str(0)?, 2)?;
    call.text(codec::to_base64(call.str(0)?.as_bytes()))
}
