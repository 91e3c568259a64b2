use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::value::{Marks, Value};

/// `issensitive(value)`: returns whether a value is sensitive.
pub static FUNCTION: Function = Function {
    name: "issensitive",
    parameters: &[Parameter::new("value", ParamType::Any)
        .nullable()
        .unknown()
        .marked()],
    rest: None,
    returns: Returns::Fixed(ParamType::Bool),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let value = call.value(0)?;
    let sensitive = value.marks().has(Marks::SENSITIVE);
    Ok(if sensitive || value.is_known() {
        sensitive.into()
    } else {
        call.unknown()
    })
}
