use super::{Call, CallError, Function, Implementation, ParamType, Parameter, Returns};
use crate::value::Value;

/// `split(separator, str)`: splits a string at a separator.
pub static FUNCTION: Function = Function {
    name: "split",
    parameters: &[
        Parameter::new("separator", ParamType::String),
        Parameter::new("str", ParamType::String),
    ],
    rest: None,
    returns: Returns::Fixed(ParamType::Strings),
    call: Implementation::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, CallError> {
    let (separator, text) = (call.str(0)?, call.str(1)?);
    let count = match separator {
        "" => text.len(),
        _ => text.matches(separator).count().saturating_add(1),
    };
    call.budget.values(count)?;
    let parts: Vec<&str> = if separator.is_empty() {
        text.split("").filter(|part| !part.is_empty()).collect()
    } else {
        text.split(separator).collect()
    };
    Ok(Value::strings(parts))
}
