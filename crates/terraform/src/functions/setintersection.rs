use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::list;
use crate::value::{Type, Value};

/// `setintersection(sets...)`: returns the items that all sets contain.
pub static FUNCTION: Function = Function {
    name: "setintersection",
    parameters: &[Parameter::new("first_set", ParamType::Set)],
    rest: Some(Parameter::new("other_sets", ParamType::Set)),
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
    let (first, rest) = sets
        .split_first()
        .ok_or_else(|| CallError::call("at least one set is required"))?;
    let kept = first
        .iter()
        .filter(|item| rest.iter().all(|set| list::has(set, item)))
        .cloned()
        .collect();
    Ok(Value::set(
        call.result.element().cloned().unwrap_or(Type::Dynamic),
        kept,
    ))
}
