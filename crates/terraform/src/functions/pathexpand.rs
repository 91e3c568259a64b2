use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::path;
use crate::value::Value;

/// `pathexpand(path)`: replaces a leading `~` with the home folder.
pub static FUNCTION: Function = Function {
    name: "pathexpand",
    parameters: &[Parameter::new("path", ParamType::String)],
    rest: None,
    returns: Returns::Fixed(ParamType::String),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let text = call.str(0)?;
    let Some(rest) = text.strip_prefix('~') else {
        return call.text(text);
    };
    if !rest.is_empty() && !rest.starts_with('/') {
        return Err(CallError::call("cannot expand user-specific home dir"));
    }
    match &call.host.home {
        Some(home) => call.text(path::clean(&format!("{home}/{rest}"))),
        None => Ok(call.unknown()),
    }
}
