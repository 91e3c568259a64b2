use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::support::list;
use crate::value::{Type, Value};
use cfn_warden_syntax::{Known, text};

/// `element(list, index)`: returns an item. The index wraps around at the end of the list.
pub static FUNCTION: Function = Function {
    name: "element",
    parameters: &[
        Parameter::new("list", ParamType::Any).marked(),
        Parameter::new("index", ParamType::Number),
    ],
    rest: None,
    returns: Returns::Nullable(result),
    call: Implementation::Values(call),
};

fn result(arguments: &[Value]) -> Result<Type, CallError> {
    let Some(list) = arguments.first() else {
        return Ok(Type::Dynamic);
    };
    match list.ty() {
        Type::List(item) => Ok((*item).clone()),
        Type::Tuple(items) => {
            let Some(index) = arguments.get(1).and_then(Value::number) else {
                return Ok(Type::Dynamic);
            };
            let at = list::wrapped(index, items.len()).map_err(CallError::Call)?;
            Ok(items.get(at).cloned().unwrap_or(Type::Dynamic))
        }
        Type::Dynamic => Ok(Type::Dynamic),
        other => Err(CallError::call(text!(
            "cannot read elements from {}",
            Known(&other.name())
        ))),
    }
}

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let items = call.items(0)?;
    let at = list::wrapped(call.number(1)?, items.len()).map_err(CallError::Call)?;
    let found = items.get(at).cloned().unwrap_or_else(Value::dynamic);
    Ok(found.marked(call.value(0)?.marks()))
}
