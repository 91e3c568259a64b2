use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::list;
use crate::value::{Type, Value};

/// `tobool(v)`: converts a value to a bool.
pub static FUNCTION: Function = Function {
    name: "tobool",
    parameters: &[Parameter::new("v", ParamType::Any)
        .nullable()
        .unknown()
        .marked()],
    rest: None,
    returns: Returns::Nullable(result),
    call: Implementation::Values(call),
};

fn result(_: &[Value]) -> Result<Type, CallError> {
    Ok(Type::Bool)
}

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    list::converted(call, &Type::Bool)
}
