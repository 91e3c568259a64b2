use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::value::{Type, Value};
use cfn_warden_syntax::{Known, text};

/// `reverse(list)`: reverses the order of items.
pub static FUNCTION: Function = Function {
    name: "reverse",
    parameters: &[Parameter::new("list", ParamType::Any).marked()],
    rest: None,
    returns: Returns::NonNull(result),
    call: Implementation::Values(call),
};

fn result(arguments: &[Value]) -> Result<Type, CallError> {
    match arguments.first().map(Value::ty) {
        Some(Type::Tuple(items)) => Ok(Type::Tuple(items.iter().rev().cloned().collect())),
        Some(Type::List(item) | Type::Set(item)) => Ok(Type::List(item)),
        Some(other) => Err(CallError::argument(
            0,
            text!(
                "can only reverse list or tuple values, not {}",
                Known(&other.name())
            ),
        )),
        None => Ok(Type::Dynamic),
    }
}

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let items: Vec<Value> = call.items(0)?.iter().rev().cloned().collect();
    let reversed = match &call.result {
        Type::List(item) => Value::list((**item).clone(), items),
        _ => Value::tuple(items),
    };
    Ok(reversed.marked(call.value(0)?.marks()))
}
