use super::{Call, Failure, Function, How, Parameter, Returns, Want};
use crate::support::list;
use crate::value::{Type, Value};

/// `distinct(list)`: each once, where it stands first.
pub static FUNCTION: Function = Function {
    name: "distinct",
    parameters: &[Parameter::new("list", Want::List)],
    rest: None,
    returns: Returns::Some(result),
    call: How::Values(call),
};

fn result(arguments: &[Value]) -> Result<Type, Failure> {
    Ok(arguments.first().map_or(Type::Dynamic, Value::ty))
}

fn call(call: &Call<'_>) -> Result<Value, Failure> {
    let list = call.value(0)?;
    if !list.is_wholly_known() {
        return Ok(call.unknown());
    }
    let kept = list::distinct(call.items(0)?);
    Ok(Value::list(list.ty().element().cloned().unwrap_or(Type::Dynamic), kept))
}
