use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::value::convert::convert;
use crate::value::unify::Safety;
use crate::value::unify::unify;
use crate::value::{Type, Value};

/// `matchkeys(values, keys, searchset)`: returns the values whose keys are in `searchset`.
pub static FUNCTION: Function = Function {
    name: "matchkeys",
    parameters: &[
        Parameter::new("values", ParamType::List),
        Parameter::new("keys", ParamType::List),
        Parameter::new("searchset", ParamType::List),
    ],
    rest: None,
    returns: Returns::NonNull(result),
    call: Implementation::Values(call),
};

fn result(arguments: &[Value]) -> Result<Type, CallError> {
    common(arguments)?;
    Ok(arguments.first().map_or(Type::Dynamic, Value::ty))
}

/// Returns the common type of the keys and the values to search for.
fn common(arguments: &[Value]) -> Result<Type, CallError> {
    let types: Vec<Type> = arguments.iter().skip(1).map(Value::ty).collect();
    unify(&types, Safety::Unsafe)
        .ok_or_else(|| CallError::call("keys and searchset must be of the same type"))
}

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let ty = common(&call.arguments)?;
    let same = |at: usize| {
        convert(call.value(at)?, &ty).map_err(|message| CallError::Argument(at, message))
    };
    let (keys, wanted) = (same(1)?, same(2)?);
    let (values, keys, wanted) = (
        call.items(0)?,
        keys.items().unwrap_or_default(),
        wanted.items().unwrap_or_default(),
    );
    if values.len() != keys.len() {
        return Err(CallError::call("length of keys and values should be equal"));
    }
    if !call.value(0)?.is_wholly_known() {
        return Ok(call.unknown());
    }
    call.budget
        .values(keys.len().saturating_mul(wanted.len()))?;
    let mut matches = Vec::new();
    for (value, key) in values.iter().zip(keys) {
        for one in wanted {
            match key.equals(one) {
                Some(true) => {
                    matches.push(value.clone());
                    break;
                }
                Some(false) => {}
                None => return Ok(call.unknown()),
            }
        }
    }
    let item = call.result.element().cloned().unwrap_or(Type::Dynamic);
    Ok(Value::list(item, matches))
}
