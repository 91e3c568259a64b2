use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::value::{Type, Value};

/// `keys(inputMap)`: returns the keys of a map or object.
pub static FUNCTION: Function = Function {
    name: "keys",
    parameters: &[Parameter::new("inputMap", ParamType::Any)
        .unknown()
        .marked()],
    rest: None,
    returns: Returns::NonNull(result),
    call: Implementation::Values(call),
};

fn result(arguments: &[Value]) -> Result<Type, CallError> {
    match arguments.first().map(Value::ty) {
        Some(Type::Map(_)) => Ok(Type::list(Type::String)),
        Some(Type::Object(attributes)) => Ok(Type::Tuple(
            attributes.types.keys().map(|_| Type::String).collect(),
        )),
        Some(Type::Dynamic) => Ok(Type::Dynamic),
        _ => Err(CallError::argument(0, "must have map or object type")),
    }
}

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let value = call.value(0)?;
    let keys = match (value.ty(), value.elements()) {
        (Type::Map(_), Some(elements)) => {
            Value::strings(elements.keys().map(|key| Value::from(&**key)))
        }
        (Type::Object(attributes), _) => Value::tuple(
            attributes
                .types
                .keys()
                .map(|key| Value::from(&**key))
                .collect(),
        ),
        _ => call.unknown(),
    };
    Ok(keys.marked(value.marks()))
}
