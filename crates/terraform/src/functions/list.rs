use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::value::{Type, Value};

/// `list(...)`: removed from the language; the error names the replacement.
pub static FUNCTION: Function = Function {
    name: "list",
    parameters: &[],
    rest: Some(Parameter::new("vals", ParamType::Any).nullable().unknown()),
    returns: Returns::NonNull(result),
    call: Implementation::Values(call),
};

fn result(_: &[Value]) -> Result<Type, CallError> {
    Err(CallError::call(
        "the \"list\" function was deprecated in Terraform v0.12 and is no longer available; use tolist([ ... ]) syntax to write a literal list",
    ))
}

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    Ok(call.unknown())
}
