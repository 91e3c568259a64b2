use std::collections::BTreeMap;
use std::rc::Rc;

use super::{
    Call, CallError, Function, Implementation, ParamType, Parameter, Returns, known_items,
};
use crate::value::{Type, Value};

/// `transpose(values)`: swaps the keys and items of a map of lists of strings.
pub static FUNCTION: Function = Function {
    name: "transpose",
    parameters: &[Parameter::new("values", ParamType::StringLists)],
    rest: None,
    returns: Returns::Fixed(ParamType::StringLists),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let value = call.value(0)?;
    if !value.is_wholly_known() {
        return Ok(call.unknown());
    }
    let mut transposed: BTreeMap<Rc<str>, Vec<Value>> = BTreeMap::new();
    for (key, items) in value.elements().into_iter().flatten() {
        if items.is_null() {
            return Err(CallError::call("input must not contain null list"));
        }
        for item in known_items(items).unwrap_or(&[]) {
            let Some(item) = item.str() else {
                return Err(CallError::argument(0, "input must not contain null values"));
            };
            transposed
                .entry(item.into())
                .or_default()
                .push(Value::from(&**key));
        }
    }
    let lists = transposed
        .into_iter()
        .map(|(name, items)| (name, Value::list(Type::String, items)))
        .collect();
    Ok(Value::map(Type::list(Type::String), lists))
}
