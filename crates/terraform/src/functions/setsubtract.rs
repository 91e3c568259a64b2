use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::list;
use crate::value::{Type, Value};

/// `setsubtract(a, b)`: returns the items of `a` that are not in `b`.
pub static FUNCTION: Function = Function {
    name: "setsubtract",
    parameters: &[
        Parameter::new("a", ParamType::Set),
        Parameter::new("b", ParamType::Set),
    ],
    rest: None,
    returns: Returns::NonNull(result),
    call: Implementation::Values(call),
};

fn result(arguments: &[Value]) -> Result<Type, CallError> {
    list::set_type(arguments).map_err(CallError::Call)
}

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let sets = list::same_sets(call)?;
    if !call.arguments.iter().all(Value::is_wholly_known) {
        return Ok(call.unknown());
    }
    let [first, second] = sets.as_slice() else {
        return Err(CallError::call("two sets are required"));
    };
    let kept = first
        .iter()
        .filter(|item| !list::has(second, item))
        .cloned()
        .collect();
    Ok(Value::set(
        call.result.element().cloned().unwrap_or(Type::Dynamic),
        kept,
    ))
}
