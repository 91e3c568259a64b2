use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::format;
use crate::value::{Type, Value};

/// `format(format, args...)`: formats values according to a format string.
pub static FUNCTION: Function = Function {
    name: "format",
    parameters: &[Parameter::new("format", ParamType::String)],
    rest: Some(Parameter::new("args", ParamType::Any).nullable().unknown()),
    returns: Returns::NonNull(result),
    call: Implementation::Values(call),
};

fn result(arguments: &[Value]) -> Result<Type, CallError> {
    // If the type of an argument is unknown, the result type is unknown, too.
    let typeless = arguments
        .iter()
        .any(|argument| argument.ty() == Type::Dynamic);
    Ok(if typeless {
        Type::Dynamic
    } else {
        Type::String
    })
}

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    if call.result == Type::Dynamic {
        return Ok(Value::dynamic());
    }
    let arguments = call.arguments.get(1..).unwrap_or(&[]);
    format::format(call.str(0)?, arguments, call.budget)
}
