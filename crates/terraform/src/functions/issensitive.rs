use super::{Call, Failure, Function, How, Parameter, Returns, Want};
use crate::value::{Marks, Value};

/// `issensitive(value)`: must it not be shown?
pub static FUNCTION: Function = Function {
    name: "issensitive",
    parameters: &[Parameter::new("value", Want::Any).nullable().unknown().marked()],
    rest: None,
    returns: Returns::Always(Want::Bool),
    call: How::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, Failure> {
    let value = call.value(0)?;
    let sensitive = value.marks().has(Marks::SENSITIVE);
    Ok(if sensitive || value.is_known() { sensitive.into() } else { call.unknown() })
}
