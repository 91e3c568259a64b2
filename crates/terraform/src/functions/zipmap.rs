use cfn_warden_syntax::text;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::value::{Type, Value};

/// `zipmap(keys, values)`: builds a map from a list of keys and a list of values.
pub static FUNCTION: Function = Function {
    name: "zipmap",
    parameters: &[
        Parameter::new("keys", ParamType::Strings).marked(),
        Parameter::new("values", ParamType::Any).marked(),
    ],
    rest: None,
    returns: Returns::NonNull(result),
    call: Implementation::Values(call),
};

fn result(arguments: &[Value]) -> Result<Type, CallError> {
    match arguments.get(1).map(Value::ty) {
        Some(Type::List(item)) => Ok(Type::Map(item)),
        Some(Type::Tuple(types)) => object_type(arguments.first(), &types),
        Some(Type::Dynamic) => Ok(Type::Dynamic),
        _ => Err(CallError::call(
            "values argument must be a list or tuple value",
        )),
    }
}

/// Returns the type of the object that keys and a tuple make; unknown if a key is.
fn object_type(keys: Option<&Value>, types: &[Type]) -> Result<Type, CallError> {
    let Some(keys) = keys
        .filter(|keys| keys.is_wholly_known())
        .and_then(Value::items)
    else {
        return Ok(Type::Dynamic);
    };
    check_count(keys.len(), types.len())?;
    let names = keys.iter().filter_map(|key| key.str().map(Rc::from));
    Ok(Type::object(names.zip(types.iter().cloned()).collect()))
}

fn check_count(keys: usize, values: usize) -> Result<(), CallError> {
    if keys == values {
        return Ok(());
    }
    Err(CallError::call(text!(
        "number of keys ({}) does not match number of values ({})",
        keys,
        values
    )))
}

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let (keys, values) = (call.items(0)?, call.items(1)?);
    let mut marks = call.value(0)?.marks().and(call.value(1)?.marks());
    if !call.value(0)?.is_wholly_known() {
        return Ok(call.unknown().marked(marks));
    }
    check_count(keys.len(), values.len())?;
    let mut elements = BTreeMap::new();
    for (at, (key, value)) in keys.iter().zip(values).enumerate() {
        marks = marks.and(key.marks());
        match key.str() {
            Some(key) => {
                elements.insert(Rc::from(key), value.clone());
            }
            None if key.is_null() => {
                return Err(CallError::call(text!(
                    "keys list has null value at index {}",
                    at
                )));
            }
            None => return Ok(Value::unknown_not_null(call.result.clone()).marked(marks)),
        }
    }
    let value = match &call.result {
        Type::Map(item) => Value::map((**item).clone(), elements),
        _ => Value::object(elements),
    };
    Ok(value.marked(marks))
}
