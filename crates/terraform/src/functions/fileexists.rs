use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::{files, go};
use crate::value::Value;
use cfn_warden_syntax::{Operand, text};

/// `fileexists(path)`: returns whether a file exists.
pub static FUNCTION: Function = Function {
    name: "fileexists",
    parameters: &[Parameter::new("path", ParamType::String)],
    rest: None,
    returns: Returns::Fixed(ParamType::Bool),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let path = call.str(0)?;
    if files::is_folder(call.host, path) {
        return Err(CallError::call(text!(
            "{} is a directory, not a file",
            Operand::Value(&go::quoted(path))
        )));
    }
    Ok(files::exists(call)?.into())
}
