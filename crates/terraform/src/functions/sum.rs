use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::number::Number;
use crate::value::convert::convert;
use crate::value::{Type, Value};

/// `sum(list)`: returns the sum of numbers.
pub static FUNCTION: Function = Function {
    name: "sum",
    parameters: &[Parameter::new("list", ParamType::Any)],
    rest: None,
    returns: Returns::Fixed(ParamType::Number),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let list = call.value(0)?;
    if !matches!(list.ty(), Type::List(_) | Type::Set(_) | Type::Tuple(_)) {
        return Err(CallError::argument(0, "cannot sum noniterable"));
    }
    let items = call.items(0)?;
    if items.is_empty() {
        return Err(CallError::argument(0, "cannot sum an empty list"));
    }
    if !list.is_wholly_known() {
        return Ok(call.unknown());
    }
    let invalid =
        || CallError::argument(0, "argument must be list, set, or tuple of number values");
    let mut sum: Option<Number> = None;
    for item in items {
        let item = convert(item, &Type::Number).map_err(|_| invalid())?;
        let number = item.number().ok_or_else(invalid)?;
        sum = Some(match sum {
            Some(sum) => sum.add(number)?,
            None => number.clone(),
        });
    }
    Ok(sum.unwrap_or_else(|| Number::of_int(0)).into())
}
