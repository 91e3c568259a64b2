use super::{
    Call, CallError, Function, Implementation, ParamType, Parameter, Returns, known_items,
};
use crate::value::{Type, Value};

/// `coalescelist(vals...)`: returns the first list or tuple that is neither null nor empty.
pub static FUNCTION: Function = Function {
    name: "coalescelist",
    parameters: &[],
    rest: Some(Parameter::new("vals", ParamType::Any).nullable().unknown()),
    returns: Returns::Nullable(result),
    call: Implementation::Values(call),
};

fn result(arguments: &[Value]) -> Result<Type, CallError> {
    let Some(first) = arguments.first() else {
        return Err(CallError::call("at least one argument is required"));
    };
    for argument in arguments {
        if !argument.is_known() {
            return Ok(Type::Dynamic);
        }
        if !matches!(argument.ty(), Type::List(_) | Type::Tuple(_)) {
            return Err(CallError::call(
                "coalescelist arguments must be lists or tuples",
            ));
        }
    }
    let ty = first.ty();
    Ok(if arguments.iter().all(|argument| argument.ty() == ty) {
        ty
    } else {
        Type::Dynamic
    })
}

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    for argument in &call.arguments {
        if !argument.is_known() {
            return Ok(Value::dynamic());
        }
        if known_items(argument).is_some_and(|items| !items.is_empty()) {
            return Ok(argument.clone());
        }
    }
    Err(CallError::call("no non-null arguments"))
}
