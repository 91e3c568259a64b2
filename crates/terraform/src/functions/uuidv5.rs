use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::hash;
use crate::value::Value;
use cfn_warden_syntax::{Operand, text};

/// `uuidv5(namespace, name)`: returns the version 5 UUID of a name.
pub static FUNCTION: Function = Function {
    name: "uuidv5",
    parameters: &[
        Parameter::new("namespace", ParamType::String),
        Parameter::new("name", ParamType::String),
    ],
    rest: None,
    returns: Returns::Fixed(ParamType::String),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let namespace_text = call.str(0)?;
    let namespace = hash::namespace(namespace_text).map_err(|why| {
        CallError::call(text!(
            "uuidv5() doesn't support namespace {} ({})",
            Operand::Value(namespace_text),
            why
        ))
    })?;
    let mut bytes = namespace.to_vec();
    bytes.extend_from_slice(call.str(1)?.as_bytes());
    call.text(hash::uuid(hash::first_16(&hash::sha1(&bytes)), 5))
}
