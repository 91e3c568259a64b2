use super::{Function, Input};
use crate::eval::error::EvalError;
use crate::value::Value;

/// `to_lower(query)`: strings in lower case.
pub static FUNCTION: Function = Function {
    name: "to_lower",
    call,
};

fn call<'e>(input: &Input<'_, 'e>) -> Result<Vec<Value<'e>>, EvalError> {
    input.each_string(|text| Ok(Some(text.to_lowercase())))
}
