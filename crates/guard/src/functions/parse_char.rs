use super::{Function, Input};
use crate::eval::error::EvalError;
use crate::value::{Kind, Value};

/// `parse_char(query)`: converts digits and one-byte strings to characters, and characters to strings.
pub static FUNCTION: Function = Function {
    name: "parse_char",
    call,
};

fn call<'e>(input: &Input<'_, 'e>) -> Result<Vec<Value<'e>>, EvalError> {
    let conversion_error = |what: &str, shown: &dyn std::fmt::Display, value| {
        let at = input.position_of(value);
        EvalError::incompatible(format_args!(
            "failed to convert an {what}: {shown} into a char at {at}"
        ))
    };
    input.each(|value| match value.kind {
        Kind::Int(int) => {
            let digit = u32::try_from(int)
                .ok()
                .and_then(|int| char::from_digit(int, 10));
            digit
                .map(|digit| Some(Kind::Char(digit)))
                .ok_or_else(|| conversion_error("int", &int, value))
        }
        Kind::Str(text) if text.len() > 1 => Err(conversion_error("string", &text, value)),
        Kind::Str(text) => Ok(text.chars().next().map(Kind::Char)),
        Kind::Char(char) => input.text(char.encode_utf8(&mut [0; 4])).map(Some),
        _ => Ok(None),
    })
}
