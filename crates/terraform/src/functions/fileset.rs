use super::{Call, Failure, Function, How, Parameter, Returns, Want};
use crate::support::files;
use crate::value::{Type, Value};

/// `fileset(path, pattern)`: the files in a folder whose names fit.
pub static FUNCTION: Function = Function {
    name: "fileset",
    parameters: &[Parameter::new("path", Want::String), Parameter::new("pattern", Want::String)],
    rest: None,
    returns: Returns::Always(Want::StringSet),
    call: How::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, Failure> {
    let found = files::matching(call, call.str(0)?, call.str(1)?)?;
    Ok(Value::set(Type::String, found.into_iter().map(Value::from).collect()))
}
