use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::list;
use crate::value::{Type, Value};

/// `tomap(v)`: converts a value to a map.
pub static FUNCTION: Function = Function {
    name: "tomap",
    parameters: &[Parameter::new("v", ParamType::Any)
        .nullable()
        .unknown()
        .marked()],
    rest: None,
    returns: Returns::Nullable(result),
    call: Implementation::Values(call),
};

fn result(_: &[Value]) -> Result<Type, CallError> {
    Ok(Type::map(Type::Dynamic))
}

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    list::converted(call, &call.result)
}
