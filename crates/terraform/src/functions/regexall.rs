use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::pattern;
use crate::value::{Type, Value};

/// `regexall(pattern, string)`: returns all matches of a regular expression.
pub static FUNCTION: Function = Function {
    name: "regexall",
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
        Some(text) => Ok(Type::list(
            pattern::compile(text)
                .map_err(|error| CallError::Argument(0, error.message()))?
                .result_type(),
        )),
        None => Ok(Type::list(Type::Dynamic)),
    }
}

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let pattern =
        pattern::compile(call.str(0)?).map_err(|error| CallError::Argument(0, error.message()))?;
    let found = pattern.find_all(call.str(1)?, call.budget)?;
    Ok(Value::list(pattern.result_type(), found))
}
