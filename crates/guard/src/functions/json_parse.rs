use super::{Function, Input};
use crate::doc;
use crate::eval::error::EvalError;
use crate::eval::result::Res;
use crate::value::{Kind, Value};

/// `json_parse(query)`: parses strings as YAML.
pub static FUNCTION: Function = Function { name: "json_parse", call };

/// The maximum memory of parsed values, in bytes per byte of text.
const VALUE: usize = 64;

fn call<'e>(input: &Input<'_, 'e>) -> Result<Vec<Value<'e>>, EvalError> {
    let mut made = Vec::new();
    for value in input.argument(0).iter().filter_map(Res::value) {
        input.doc.budget.spend(1)?;
        let Kind::Str(text) = value.kind else { continue };
        // In a list, two bytes of text are enough for a value.
        input.doc.budget.make(text.len().saturating_mul(VALUE))?;
        let at = input.doc.fixed(value.origin);
        let parsed = doc::fragment(input.doc, text, at)
            .map_err(|error| EvalError::fatal(format!("Error parsing incoming YAML context {}", error.message)))?;
        made.push(parsed);
    }
    Ok(made)
}
