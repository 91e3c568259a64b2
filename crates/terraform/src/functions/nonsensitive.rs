use super::{Call, Failure, Function, How, Parameter, Returns, Want};
use crate::value::{Marks, Type, Value};

/// `nonsensitive(value)`: the value, which may be shown.
pub static FUNCTION: Function = Function {
    name: "nonsensitive",
    parameters: &[Parameter::new("value", Want::Any).nullable().unknown().marked()],
    rest: None,
    returns: Returns::Perhaps(result),
    call: How::Values(call),
};

fn result(arguments: &[Value]) -> Result<Type, Failure> {
    Ok(arguments.first().map_or(Type::Dynamic, Value::ty))
}

fn call(call: &Call<'_>) -> Result<Value, Failure> {
    let (value, marks) = call.value(0)?.clone().unmarked();
    Ok(value.marked(marks.without(Marks::SENSITIVE)))
}
