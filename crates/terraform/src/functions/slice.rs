use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::list;
use crate::value::{Type, Value};

/// `slice(list, start_index, end_index)`: returns the items from `start_index` (inclusive) to `end_index` (exclusive).
pub static FUNCTION: Function = Function {
    name: "slice",
    parameters: &[
        Parameter::new("list", ParamType::Any).marked(),
        Parameter::new("start_index", ParamType::Number),
        Parameter::new("end_index", ParamType::Number),
    ],
    rest: None,
    returns: Returns::NonNull(result),
    call: Implementation::Values(call),
};

fn result(arguments: &[Value]) -> Result<Type, CallError> {
    let bound = |at: usize| arguments.get(at).and_then(Value::number);
    if let Some(list) = arguments
        .first()
        .filter(|list| matches!(list.ty(), Type::List(_) | Type::Tuple(_)))
    {
        let (least, most) = list.length_range();
        let length = (least == most).then_some(most);
        if let Some((at, message)) = list::wrong_bound(bound(1), bound(2), length) {
            return Err(CallError::Argument(at, message));
        }
    }
    match arguments.first().map(Value::ty) {
        Some(Type::List(item)) => Ok(Type::List(item)),
        Some(Type::Tuple(items)) => {
            let (Some(start), Some(end)) = (bound(1), bound(2)) else {
                return Ok(Type::Dynamic);
            };
            let part = list::bounds(start, end, items.len())
                .map_err(|(at, message)| CallError::Argument(at, message))?;
            Ok(Type::Tuple(items.get(part).unwrap_or(&[]).into()))
        }
        Some(Type::Set(_)) => Err(CallError::argument(
            0,
            "cannot slice a set, because its elements do not have indices; explicitly convert to a list if the ordering of the result is not important",
        )),
        Some(Type::Dynamic) | None => Ok(Type::Dynamic),
        Some(_) => Err(CallError::argument(0, "must be a list or tuple value")),
    }
}

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let items = call.items(0)?;
    let part = list::bounds(call.number(1)?, call.number(2)?, items.len())
        .map_err(|(at, message)| CallError::Argument(at, message))?;
    let part = items.get(part).unwrap_or(&[]).to_vec();
    let slice = match &call.result {
        Type::List(item) => Value::list((**item).clone(), part),
        _ => Value::tuple(part),
    };
    Ok(slice.marked(call.value(0)?.marks()))
}
