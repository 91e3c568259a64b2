use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::value::{Marks, Type, Value};

/// `sensitive(value)`: marks a value as sensitive.
pub static FUNCTION: Function = Function {
    name: "sensitive",
    parameters: &[Parameter::new("value", ParamType::Any)
        .nullable()
        .unknown()
        .marked()],
    rest: None,
    returns: Returns::Nullable(result),
    call: Implementation::Values(call),
};

fn result(arguments: &[Value]) -> Result<Type, CallError> {
    Ok(arguments.first().map_or(Type::Dynamic, Value::ty))
}

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    Ok(call.value(0)?.clone().marked(Marks::SENSITIVE))
}
