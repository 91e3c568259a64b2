use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::value::{Type, Value};

/// `values(mapping)`: returns the values of a map or object, in the order of the keys.
pub static FUNCTION: Function = Function {
    name: "values",
    parameters: &[Parameter::new("mapping", ParamType::Any).marked()],
    rest: None,
    returns: Returns::NonNull(result),
    call: Implementation::Values(call),
};

fn result(arguments: &[Value]) -> Result<Type, CallError> {
    match arguments.first().map(Value::ty) {
        Some(Type::Map(element)) => Ok(Type::List(element)),
        Some(Type::Object(attributes)) => {
            Ok(Type::Tuple(attributes.types.values().cloned().collect()))
        }
        Some(Type::Dynamic) => Ok(Type::Dynamic),
        _ => Err(CallError::call(
            "values() requires a map as the first argument",
        )),
    }
}

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let value = call.value(0)?;
    let items: Vec<Value> = value
        .elements()
        .into_iter()
        .flatten()
        .map(|(_, value)| value.clone())
        .collect();
    let values = match &call.result {
        Type::List(item) => Value::list((**item).clone(), items),
        _ => Value::tuple(items),
    };
    Ok(values.marked(value.marks()))
}
