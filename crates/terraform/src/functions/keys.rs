use super::{Call, Failure, Function, Implementation, ParamType, Parameter, Returns};
use crate::value::{Type, Value};

/// `keys(inputMap)`: returns the keys of a map or object.
pub static FUNCTION: Function = Function {
    name: "keys",
    parameters: &[Parameter::new("inputMap", ParamType::Any).unknown().marked()],
    rest: None,
    returns: Returns::Some(result),
    call: Implementation::Values(call),
};

fn result(arguments: &[Value]) -> Result<Type, Failure> {
    match arguments.first().map(Value::ty) {
        Some(Type::Map(_)) => Ok(Type::list(Type::String)),
        Some(Type::Object(attributes)) => Ok(Type::Tuple(attributes.types.keys().map(|_| Type::String).collect())),
        Some(Type::Dynamic) => Ok(Type::Dynamic),
        _ => Err(Failure::argument(0, "must have map or object type")),
    }
}

fn call(call: &Call<'_>) -> Result<Value, Failure> {
    let value = call.value(0)?;
    let made = match (value.ty(), value.elements()) {
        (Type::Map(_), Some(elements)) => Value::strings(elements.keys().map(|key| Value::from(&**key))),
        (Type::Object(attributes), _) => Value::tuple(attributes.types.keys().map(|key| Value::from(&**key)).collect()),
        _ => call.unknown(),
    };
    Ok(made.marked(value.marks()))
}
