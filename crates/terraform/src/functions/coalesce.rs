use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::value::convert::convert;
use crate::value::unify::Safety;
use crate::value::unify::unify;
use crate::value::{Type, Value};

/// `coalesce(vals...)`: returns the first argument that is neither null nor an empty string.
pub static FUNCTION: Function = Function {
    name: "coalesce",
    parameters: &[],
    rest: Some(Parameter::new("vals", ParamType::Any).nullable().unknown()),
    returns: Returns::Nullable(result),
    call: Implementation::Values(call),
};

fn result(arguments: &[Value]) -> Result<Type, CallError> {
    if arguments.is_empty() {
        return Err(CallError::call("all arguments must have the same type"));
    }
    let types: Vec<Type> = arguments.iter().map(Value::ty).collect();
    unify(&types, Safety::Unsafe)
        .ok_or_else(|| CallError::call("all arguments must have the same type"))
}

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    for argument in &call.arguments {
        if !argument.is_known() {
            return Ok(Value::unknown(call.result.clone()));
        }
        let value = convert(argument, &call.result).map_err(CallError::Call)?;
        if value.is_null() || value.str() == Some("") {
            continue;
        }
        return Ok(value);
    }
    Err(CallError::call("no non-null, non-empty-string arguments"))
}
