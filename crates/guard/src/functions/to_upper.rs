use super::{Function, Input};
use crate::eval::error::EvalError;
use crate::value::Value;

/// `to_upper(query)`: strings in upper case.
pub static FUNCTION: Function = Function {
    name: "to_upper",
    call,
};

fn call<'e>(input: &Input<'_, 'e>) -> Result<Vec<Value<'e>>, EvalError> {
    input.each_string(|text| Ok(Some(text.to_uppercase())))
}
