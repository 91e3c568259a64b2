use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::value::{Kind, Type, Value};

/// `one(list)`: returns the only item, or null if there are no items.
pub static FUNCTION: Function = Function {
    name: "one",
    parameters: &[Parameter::new("list", ParamType::Any)],
    rest: None,
    returns: Returns::Nullable(result),
    call: Implementation::Values(call),
};

fn result(arguments: &[Value]) -> Result<Type, CallError> {
    let many = || {
        CallError::argument(
            0,
            "must be a list, set, or tuple value with either zero or one elements",
        )
    };
    let Some(list) = arguments.first() else {
        return Ok(Type::Dynamic);
    };
    match list.ty() {
        Type::List(item) | Type::Set(item) => Ok((*item).clone()),
        Type::Tuple(items) => match &*items {
            [] => Ok(Type::Dynamic),
            [item] => Ok(item.clone()),
            _ => Err(many()),
        },
        _ => Err(many()),
    }
}

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let list = call.value(0)?;
    if matches!(list.kind(), Kind::Set(_, items) if items.len() > 1) && !list.is_wholly_known() {
        return Ok(Value::unknown(call.result.clone()));
    }
    match call.items(0)? {
        [] => Ok(Value::null(call.result.clone())),
        [item] => Ok(item.clone()),
        _ => Err(CallError::argument(
            0,
            "must be a list, set, or tuple value with either zero or one elements",
        )),
    }
}
