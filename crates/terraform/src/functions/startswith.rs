use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::value::{Kind, Refinement, Value};

/// `startswith(str, prefix)`: returns whether a string starts with a prefix.
pub static FUNCTION: Function = Function {
    name: "startswith",
    parameters: &[
        Parameter::new("str", ParamType::String).unknown(),
        Parameter::new("prefix", ParamType::String),
    ],
    rest: None,
    returns: Returns::Fixed(ParamType::Bool),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let prefix = call.str(1)?;
    let known = match call.value(0)?.kind() {
        Kind::Unknown(
            _,
            Refinement {
                prefix: Some(known),
                ..
            },
        ) => known,
        Kind::Unknown(..) if prefix.is_empty() => return Ok(true.into()),
        Kind::Unknown(..) => return Ok(call.unknown()),
        _ => return Ok(call.str(0)?.starts_with(prefix).into()),
    };
    // The known prefix of an unknown string may be enough to decide.
    Ok(if known.starts_with(prefix) {
        true.into()
    } else if known.len() >= prefix.len() {
        false.into()
    } else {
        call.unknown()
    })
}
