use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::list;
use crate::value::{Type, Value};

/// `tostring(v)`: converts a value to a string.
pub static FUNCTION: Function = Function {
    name: "tostring",
    parameters: &[Parameter::new("v", ParamType::Any)
        .nullable()
        .unknown()
        .marked()],
    rest: None,
    returns: Returns::Nullable(result),
    call: Implementation::Values(call),
};

fn result(_: &[Value]) -> Result<Type, CallError> {
    Ok(Type::String)
}

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    list::converted(call, &Type::String)
}
