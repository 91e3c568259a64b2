use super::{
    Call, CallError, Function, Implementation, ParamType, Parameter, Returns, known_items,
};
use crate::function::INTEGER_REQUIRED;
use crate::value::{Type, Value};
use cfn_warden_syntax::text;

/// `chunklist(list, size)`: splits a list into chunks of at most `size` items; 0 means a single chunk.
pub static FUNCTION: Function = Function {
    name: "chunklist",
    parameters: &[
        Parameter::new("list", ParamType::List).marked(),
        Parameter::new("size", ParamType::Number).marked(),
    ],
    rest: None,
    returns: Returns::NonNull(result),
    call: Implementation::Values(call),
};

fn result(arguments: &[Value]) -> Result<Type, CallError> {
    Ok(Type::list(
        arguments.first().map_or(Type::Dynamic, Value::ty),
    ))
}

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let (list, list_marks) = call.value(0)?.clone().unmarked();
    let marks = list_marks.and(call.value(1)?.marks());
    let size = call
        .number(1)?
        .int()
        .ok_or_else(|| CallError::call(text!("invalid size: {}", INTEGER_REQUIRED)))?;
    if size < 0 {
        return Err(CallError::call("the size argument must be positive"));
    }
    let items = known_items(&list).unwrap_or(&[]);
    let item_type = list.ty().element().cloned().unwrap_or(Type::Dynamic);
    let size = if size == 0 {
        items.len()
    } else {
        usize::try_from(size).unwrap_or(usize::MAX)
    };
    let chunks = items
        .chunks(size.max(1))
        .map(|chunk| Value::list(item_type.clone(), chunk.to_vec()))
        .collect();
    Ok(Value::list(list.ty(), chunks).marked(marks))
}
