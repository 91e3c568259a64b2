use super::{Function, Input};
use crate::eval::error::EvalError;
use crate::value::{Kind, Value};

/// `parse_float(query)`: converts strings, integers and digit characters to floats.
pub static FUNCTION: Function = Function {
    name: "parse_float",
    call,
};

fn call<'e>(input: &Input<'_, 'e>) -> Result<Vec<Value<'e>>, EvalError> {
    let conversion_error = |what: &str, shown: &dyn std::fmt::Display, value| {
        let at = input.position_of(value);
        EvalError::incompatible(format_args!(
            "failed to convert a {what}: {shown} into a float at {at}"
        ))
    };
    input.each(|value| match value.kind {
        Kind::Str(text) => match text.parse() {
            Ok(float) => Ok(Some(Kind::Float(float))),
            Err(_) => Err(conversion_error("string", &text, value)),
        },
        Kind::Char(char) => match char.to_digit(10) {
            Some(digit) => Ok(Some(Kind::Float(f64::from(digit)))),
            None => Err(conversion_error("character", &char, value)),
        },
        Kind::Int(int) => Ok(Some(Kind::Float(int as f64))),
        Kind::Float(_) => Ok(Some(value.kind)),
        _ => Ok(None),
    })
}
