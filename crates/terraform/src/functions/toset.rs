use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::list;
use crate::value::{Type, Value};

/// `toset(v)`: converts a value to a set.
pub static FUNCTION: Function = Function {
    name: "toset",
    parameters: &[Parameter::new("v", ParamType::Any)
        .nullable()
        .unknown()
        .marked()],
    rest: None,
    returns: Returns::Nullable(result),
    call: Implementation::Values(call),
};

fn result(_: &[Value]) -> Result<Type, CallError> {
    Ok(Type::set(Type::Dynamic))
}

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    list::converted(call, &call.result)
}
