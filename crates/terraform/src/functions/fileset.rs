use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::files;
use crate::value::{Type, Value};

/// `fileset(path, pattern)`: returns the files below a folder that match a glob pattern.
pub static FUNCTION: Function = Function {
    name: "fileset",
    parameters: &[
        Parameter::new("path", ParamType::String),
        Parameter::new("pattern", ParamType::String),
    ],
    rest: None,
    returns: Returns::Fixed(ParamType::StringSet),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let found = files::matching(call, call.str(0)?, call.str(1)?)?;
    Ok(Value::set(
        Type::String,
        found.into_iter().map(Value::from).collect(),
    ))
}
