use super::{Function, Input};
use crate::eval::error::EvalError;
use crate::value::{Kind, Value};

/// `parse_boolean(query)`: parses `true` and `false` in any case.
pub static FUNCTION: Function = Function {
    name: "parse_boolean",
    call,
};

fn call<'e>(input: &Input<'_, 'e>) -> Result<Vec<Value<'e>>, EvalError> {
    input.each(|value| match value.kind {
        Kind::Bool(_) => Ok(Some(value.kind)),
        Kind::Str(text) => match text.to_lowercase().as_str() {
            "true" => Ok(Some(Kind::Bool(true))),
            "false" => Ok(Some(Kind::Bool(false))),
            _ => {
                let at = input.position_of(value);
                Err(EvalError::incompatible(format_args!(
                    "failed to convert a string: {text} into a boolean at {at}"
                )))
            }
        },
        _ => Ok(None),
    })
}
