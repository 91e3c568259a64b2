use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::list;
use crate::value::{Type, Value};

/// `distinct(list)`: removes duplicates and keeps the first occurrence of each item.
pub static FUNCTION: Function = Function {
    name: "distinct",
    parameters: &[Parameter::new("list", ParamType::List)],
    rest: None,
    returns: Returns::NonNull(result),
    call: Implementation::Values(call),
};

fn result(arguments: &[Value]) -> Result<Type, CallError> {
    Ok(arguments.first().map_or(Type::Dynamic, Value::ty))
}

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let list = call.value(0)?;
    if !list.is_wholly_known() {
        return Ok(call.unknown());
    }
    let kept = list::distinct(call.items(0)?);
    Ok(Value::list(
        list.ty().element().cloned().unwrap_or(Type::Dynamic),
        kept,
    ))
}
