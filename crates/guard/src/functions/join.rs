use super::{Function, Input, NO_ORIGIN};
use crate::eval::error::EvalError;
use crate::eval::result::QueryResult;
use crate::text;
use crate::value::{Kind, Origin, Value};

/// `join(query, delimiter)`: concatenates all results, which must be strings.
pub static FUNCTION: Function = Function { name: "join", call };

fn call<'e>(input: &Input<'_, 'e>) -> Result<Vec<Value<'e>>, EvalError> {
    let mut buffer = [0; 4];
    let delimiter = match input.first(1).map(|value| value.kind) {
        Some(Kind::Str(text)) => text,
        Some(Kind::Char(char)) => &*char.encode_utf8(&mut buffer),
        _ => {
            return Err(EvalError::argument(
                "join function requires the second argument to be either a char or string",
            ));
        }
    };
    let results = input.argument(0);
    input.doc.budget.check_allocation(size_of_val(results))?;
    let parts = results
        .iter()
        .map(|result| string(input, result))
        .collect::<Result<Vec<_>, _>>()?;
    let delimiters = delimiter.len().saturating_mul(parts.len());
    input.doc.budget.check_allocation(
        parts
            .iter()
            .map(|part| part.len())
            .fold(delimiters, usize::saturating_add),
    )?;
    let joined = parts.join(delimiter);
    let origin = input
        .first(0)
        .map_or(Origin::Fixed(&NO_ORIGIN), |value| value.origin);
    Ok(vec![Value {
        kind: input.text(&joined)?,
        origin,
    }])
}

fn string<'e>(input: &Input<'_, 'e>, result: &QueryResult<'e>) -> Result<&'e str, EvalError> {
    match result {
        QueryResult::Resolved(value) | QueryResult::Literal(value) => match value.kind {
            Kind::Str(text) => Ok(text),
            _ => {
                let shown = text::display(input.doc, value);
                Err(EvalError::incompatible(format_args!(
                    "Joining non string values {shown}"
                )))
            }
        },
        QueryResult::Missing(missing) => {
            let (at, rest) = (
                text::display(input.doc, missing.at),
                text::query(missing.rest),
            );
            let what = format_args!(
                "Joining unresolved values is not allowed {at}, unsatisfied part {rest}"
            );
            Err(EvalError::incompatible(what))
        }
    }
}
