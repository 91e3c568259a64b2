use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::go;
use crate::value::convert::convert;
use crate::value::{Type, Value};
use cfn_warden_syntax::{Operand, text};

/// `lookup(inputMap, key, default...)`: returns the element for a key, or the default.
pub static FUNCTION: Function = Function {
    name: "lookup",
    parameters: &[
        Parameter::new("inputMap", ParamType::Any).marked(),
        Parameter::new("key", ParamType::String).marked(),
    ],
    rest: Some(
        Parameter::new("default", ParamType::Any)
            .nullable()
            .unknown()
            .marked(),
    ),
    returns: Returns::Nullable(result),
    call: Implementation::Values(call),
};

fn result(arguments: &[Value]) -> Result<Type, CallError> {
    if arguments.len() > 3 {
        return Err(CallError::call(text!(
            "lookup() takes two or three arguments, got {}",
            arguments.len()
        )));
    }
    let (map, key, default) = (
        arguments.first(),
        arguments.get(1).and_then(Value::str),
        arguments.get(2),
    );
    if let (Some(map), Some(key)) = (map, key)
        && map.lacks(key)
    {
        return Ok(Type::Dynamic);
    }
    match map.map(Value::ty) {
        Some(Type::Object(attributes)) => {
            let Some(key) = key else {
                return Ok(Type::Dynamic);
            };
            match (attributes.types.get(key), default) {
                (Some(ty), Some(_)) | (Some(ty), None) => Ok(ty.clone()),
                (None, Some(default)) => Ok(default.ty()),
                (None, None) => Err(CallError::argument(
                    0,
                    text!(
                        "the given object has no attribute {}",
                        Operand::Value(&go::quoted(key))
                    ),
                )),
            }
        }
        Some(Type::Map(element)) => {
            if let Some(default) = default
                && convert(default, &element).is_err()
            {
                return Err(CallError::argument(
                    2,
                    "the default value must have the same type as the map elements",
                ));
            }
            Ok((*element).clone())
        }
        Some(Type::Dynamic) | None => Ok(Type::Dynamic),
        Some(_) => Err(CallError::argument(
            0,
            "lookup() requires a map as the first argument",
        )),
    }
}

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let (map, key) = (call.value(0)?, call.value(1)?);
    let marks = map.marks().and(key.marks());
    let name = call.str(1)?;
    if let Some(found) = map.elements().and_then(|elements| elements.get(name)) {
        return Ok(found.clone().marked(marks));
    }
    if map.lacks(name) {
        return Ok(Value::dynamic().marked(marks));
    }
    let Some(default) = call.arguments.get(2) else {
        return Err(CallError::call(text!(
            "lookup failed to find key {}",
            Operand::Value(&go::quoted(name))
        )));
    };
    let default =
        convert(default, &call.result).map_err(|message| CallError::Argument(2, message))?;
    Ok(default.marked(marks))
}
