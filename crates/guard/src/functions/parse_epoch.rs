use chrono::DateTime;

use super::{Function, Input};
use crate::eval::error::EvalError;
use crate::value::{Kind, Value};

/// `parse_epoch(query)`: converts RFC 3339 timestamps to seconds since 1970.
pub static FUNCTION: Function = Function {
    name: "parse_epoch",
    call,
};

fn call<'e>(input: &Input<'_, 'e>) -> Result<Vec<Value<'e>>, EvalError> {
    input.each(|value| match value.kind {
        Kind::Str(text) => match DateTime::parse_from_rfc3339(text) {
            Ok(date) => Ok(Some(Kind::Int(date.timestamp()))),
            Err(error) => {
                let at = input.position_of(value);
                Err(EvalError::incompatible(format_args!(
                    "Failed to parse datetime: {text} at {at}: {error}"
                )))
            }
        },
        _ => Ok(None),
    })
}
