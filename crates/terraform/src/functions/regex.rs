use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::pattern;
use crate::value::{Type, Value};

/// `regex(pattern, string)`: returns the first match of a regular expression: a string, or a tuple or object of capture
/// groups.
pub static FUNCTION: Function = Function {
    name: "regex",
    parameters: &[
        Parameter::new("pattern", ParamType::String),
        Parameter::new("string", ParamType::String),
    ],
    rest: None,
    returns: Returns::NonNull(result),
    call: Implementation::Values(call),
};

fn result(arguments: &[Value]) -> Result<Type, CallError> {
    match arguments.first().and_then(Value::str) {
        Some(text) => Ok(pattern::compile(text)
            .map_err(|error| CallError::Argument(0, error.message()))?
            .result_type()),
        None => Ok(Type::Dynamic),
    }
}

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let pattern =
        pattern::compile(call.str(0)?).map_err(|error| CallError::Argument(0, error.message()))?;
    let found = pattern.find(call.str(1)?);
    found.ok_or_else(|| CallError::call("pattern did not match any part of the given string"))
}
