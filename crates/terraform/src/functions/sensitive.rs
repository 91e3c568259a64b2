use super::{Call, Failure, Function, How, Parameter, Returns, Want};
use crate::value::{Marks, Type, Value};

/// `sensitive(value)`: the value, which must not be shown.
pub static FUNCTION: Function = Function {
    name: "sensitive",
    parameters: &[Parameter::new("value", Want::Any).nullable().unknown().marked()],
    rest: None,
    returns: Returns::Perhaps(result),
    call: How::Values(call),
};

fn result(arguments: &[Value]) -> Result<Type, Failure> {
    Ok(arguments.first().map_or(Type::Dynamic, Value::ty))
}

fn call(call: &Call<'_>) -> Result<Value, Failure> {
    Ok(call.value(0)?.clone().marked(Marks::SENSITIVE))
}
