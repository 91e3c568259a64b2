use super::{Function, Input};
use crate::eval::error::EvalError;
use crate::value::{Kind, Value};

/// `parse_string(query)`: converts scalars to strings.
pub static FUNCTION: Function = Function {
    name: "parse_string",
    call,
};

fn call<'e>(input: &Input<'_, 'e>) -> Result<Vec<Value<'e>>, EvalError> {
    input.each(|value| {
        Ok(match value.kind {
            Kind::Int(int) => Some(input.text(&int.to_string())?),
            Kind::Float(float) => Some(input.text(&float.to_string())?),
            Kind::Bool(bool) => Some(input.text(&bool.to_string())?),
            Kind::Char(char) => Some(input.text(&char.to_string())?),
            Kind::Str(_) => Some(value.kind),
            _ => None,
        })
    })
}
