use super::{Call, Failure, Function, How, Parameter, Returns, Want};
use crate::value::Value;

/// `split(separator, str)`: the parts of a text.
pub static FUNCTION: Function = Function {
    name: "split",
    parameters: &[Parameter::new("separator", Want::String), Parameter::new("str", Want::String)],
    rest: None,
    returns: Returns::Always(Want::Strings),
    call: How::Values(call),
};

fn call(call: &Call<'_>) -> Result<Value, Failure> {
    let (separator, text) = (call.str(0)?, call.str(1)?);
    let parts: Vec<&str> = if separator.is_empty() {
        text.split("").filter(|part| !part.is_empty()).collect()
    } else {
        text.split(separator).collect()
    };
    call.budget.values(parts.len())?;
    Ok(Value::strings(parts))
}
