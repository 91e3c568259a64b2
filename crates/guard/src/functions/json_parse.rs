use super::{Function, Input};
use crate::doc;
use crate::eval::error::EvalError;
use crate::eval::result::QueryResult;
use crate::value::{Kind, Value};

/// `json_parse(query)`: parses strings as YAML.
pub static FUNCTION: Function = Function {
    name: "json_parse",
    call,
};

/// The maximum memory of parsed values, in bytes per byte of text.
const VALUE: usize = 64;

fn call<'e>(input: &Input<'_, 'e>) -> Result<Vec<Value<'e>>, EvalError> {
    let mut values = Vec::new();
    for value in input.argument(0).iter().filter_map(QueryResult::value) {
        input.doc.budget.spend(1)?;
        let Kind::Str(text) = value.kind else {
            continue;
        };
        // In a list, two bytes of text are enough for a value.
        input
            .doc
            .budget
            .check_allocation(text.len().saturating_mul(VALUE))?;
        let at = input.doc.fixed(value.origin);
        let parsed = doc::parse_fragment(input.doc, text, at).map_err(|error| {
            EvalError::fatal(format!(
                "Error parsing incoming YAML context {}",
                error.message
            ))
        })?;
        values.push(parsed);
    }
    Ok(values)
}
