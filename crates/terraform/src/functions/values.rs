use super::{Call, Failure, Function, Implementation, ParamType, Parameter, Returns};
use crate::value::{Type, Value};

/// `values(mapping)`: returns the values of a map or object, in the order of the keys.
pub static FUNCTION: Function = Function {
    name: "values",
    parameters: &[Parameter::new("mapping", ParamType::Any).marked()],
    rest: None,
    returns: Returns::Some(result),
    call: Implementation::Values(call),
};

fn result(arguments: &[Value]) -> Result<Type, Failure> {
    match arguments.first().map(Value::ty) {
        Some(Type::Map(element)) => Ok(Type::List(element)),
        Some(Type::Object(attributes)) => Ok(Type::Tuple(attributes.types.values().cloned().collect())),
        Some(Type::Dynamic) => Ok(Type::Dynamic),
        _ => Err(Failure::call("values() requires a map as the first argument")),
    }
}

fn call(call: &Call<'_>) -> Result<Value, Failure> {
    let value = call.value(0)?;
    let items: Vec<Value> = value.elements().into_iter().flatten().map(|(_, value)| value.clone()).collect();
    let made = match &call.result {
        Type::List(item) => Value::list((**item).clone(), items),
        _ => Value::tuple(items),
    };
    Ok(made.marked(value.marks()))
}
