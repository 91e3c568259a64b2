use super::{Function, Input};
use crate::eval::error::EvalError;
use crate::semantics::Change;
use crate::value::{Kind, Value};

/// `substring(query, from, to)`: returns the characters from an offset up to another; shorter strings are dropped.
pub static FUNCTION: Function = Function {
    name: "substring",
    call,
};

fn call<'e>(input: &Input<'_, 'e>) -> Result<Vec<Value<'e>>, EvalError> {
    if !input.semantics.has(Change::SubstringCharacters) {
        return bytes(input);
    }
    let from = offset(input, 1, "second")?;
    let to = offset(input, 2, "third")?;
    input.each_string(|text| {
        let inside = from < to && to <= text.chars().count();
        Ok(inside.then(|| text.chars().take(to).skip(from).collect()))
    })
}

fn offset(input: &Input<'_, '_>, at: usize, which: &str) -> Result<usize, EvalError> {
    let int = match input.first(at).map(|value| value.kind) {
        Some(Kind::Int(int)) => int,
        Some(Kind::Float(float)) if float.is_finite() => float as i64,
        _ => return Err(not_a_number(which)),
    };
    usize::try_from(int).map_err(|_| {
        EvalError::argument(format_args!(
            "substring function requires the {which} argument to be an offset into the string, which {int} is not"
        ))
    })
}

fn not_a_number(which: &str) -> EvalError {
    EvalError::argument(format_args!(
        "substring function requires the {which} argument to be a number"
    ))
}

/// `substring` by bytes, with 16-bit offsets. cfn-guard panics if an offset is inside a character; here the string is
/// dropped.
fn bytes<'e>(input: &Input<'_, 'e>) -> Result<Vec<Value<'e>>, EvalError> {
    let narrow = |at, which| match input.first(at).map(|value| value.kind) {
        Some(Kind::Int(int)) => Ok(usize::from(int as u16)),
        Some(Kind::Float(float)) => Ok(usize::from(float as u16)),
        _ => Err(not_a_number(which)),
    };
    let (from, to) = (narrow(1, "second")?, narrow(2, "third")?);
    input.each_string(|text| {
        Ok(if from < to {
            text.get(from..to).map(str::to_owned)
        } else {
            None
        })
    })
}
