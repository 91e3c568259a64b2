use super::{Function, Input};
use crate::eval::error::EvalError;
use crate::value::{Kind, Value};

/// `parse_int(query)`: converts strings and digit characters to integers, and truncates floats.
pub static FUNCTION: Function = Function {
    name: "parse_int",
    call,
};

fn call<'e>(input: &Input<'_, 'e>) -> Result<Vec<Value<'e>>, EvalError> {
    let conversion_error = |what: &str, shown: &dyn std::fmt::Display, value| {
        let at = input.position_of(value);
        EvalError::incompatible(format_args!(
            "failed to convert a {what}: {shown} into an integer at {at}"
        ))
    };
    input.each(|value| match value.kind {
        Kind::Str(text) => match text.parse() {
            Ok(int) => Ok(Some(Kind::Int(int))),
            Err(_) => Err(conversion_error("string", &text, value)),
        },
        Kind::Char(char) => match char.to_digit(10) {
            Some(digit) => Ok(Some(Kind::Int(i64::from(digit)))),
            None => Err(conversion_error("character", &char, value)),
        },
        Kind::Int(_) => Ok(Some(value.kind)),
        // Saturates, as in cfn-guard.
        Kind::Float(float) => Ok(Some(Kind::Int(float as i64))),
        _ => Ok(None),
    })
}
