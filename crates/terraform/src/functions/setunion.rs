use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::list;
use crate::value::{Type, Value};

/// `setunion(sets...)`: returns the items that at least one set contains.
pub static FUNCTION: Function = Function {
    name: "setunion",
    parameters: &[Parameter::new("first_set", ParamType::Set)],
    rest: Some(Parameter::new("other_sets", ParamType::Set)),
    returns: Returns::NonNull(result),
    call: Implementation::Values(call),
};

fn result(arguments: &[Value]) -> Result<Type, CallError> {
    list::set_type(arguments).map_err(CallError::Call)
}

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let all: Vec<Value> = list::same_sets(call)?.into_iter().flatten().collect();
    call.budget.values(all.len())?;
    Ok(Value::set(
        call.result.element().cloned().unwrap_or(Type::Dynamic),
        all,
    ))
}
