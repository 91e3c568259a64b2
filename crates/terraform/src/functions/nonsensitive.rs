use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::value::{Marks, Type, Value};

/// `nonsensitive(value)`: removes the sensitive mark from a value.
pub static FUNCTION: Function = Function {
    name: "nonsensitive",
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
    let (value, marks) = call.value(0)?.clone().unmarked();
    Ok(value.marked(marks.without(Marks::SENSITIVE)))
}
