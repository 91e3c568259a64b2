use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::value::Value;

/// `compact(list)`: removes null and empty strings from a list.
pub static FUNCTION: Function = Function {
    name: "compact",
    parameters: &[Parameter::new("list", ParamType::Strings)],
    rest: None,
    returns: Returns::Fixed(ParamType::Strings),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let items = call.items(0)?;
    if !items.iter().all(Value::is_known) {
        return Ok(call.unknown());
    }
    Ok(Value::strings(
        items
            .iter()
            .filter(|item| item.str().is_some_and(|text| !text.is_empty()))
            .cloned(),
    ))
}
