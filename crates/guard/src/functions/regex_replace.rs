use super::{Function, Input};
use crate::budget::Budget;
use crate::eval::error::EvalError;
use crate::regex::{BacktrackingRegex, SearchError};
use crate::value::{Kind, Value};

/// `regex_replace(query, expression, replacement)`: returns the expansions of all matches, without the text between
/// them.
pub static FUNCTION: Function = Function {
    name: "regex_replace",
    call,
};

/// The steps charged for compiling an expression, which happens in each call.
const COMPILING: u64 = 5_000;

fn call<'e>(input: &Input<'_, 'e>) -> Result<Vec<Value<'e>>, EvalError> {
    let expression = text(input, 1, "second")?;
    let replacement = text(input, 2, "third")?;
    let budget = &input.doc.budget;
    let compiled = std::cell::OnceCell::new();
    input.each_string(|text| {
        let compiled = match compiled.get() {
            Some(compiled) => compiled,
            None => {
                budget.check_cancelled()?;
                budget.spend(COMPILING)?;
                compiled.get_or_init(|| BacktrackingRegex::new(expression))
            }
        };
        let compiled = compiled.as_ref().map_err(invalid_expression)?;
        let replaced = compiled.search(budget, text.len(), |regex, steps| {
            replaced(regex, text, replacement, steps, budget)
        });
        replaced.map(Some)
    })
}

/// Expands all matches; each further search is charged `steps`.
fn replaced(
    regex: &fancy_regex::Regex,
    text: &str,
    replacement: &str,
    steps: u64,
    budget: &Budget<'_>,
) -> Result<String, SearchError> {
    let groups = replacement.matches('$').count();
    let mut replaced = String::new();
    for captures in regex.captures_iter(text) {
        let captures = captures?;
        let matched = captures
            .get(0)
            .map_or(0, |whole| whole.end().saturating_sub(whole.start()));
        let added = groups
            .saturating_mul(matched)
            .saturating_add(replacement.len());
        budget.fits(replaced.len().saturating_add(added));
        budget.spend(steps)?;
        budget.check_allocation(added)?;
        captures.expand(replacement, &mut replaced);
    }
    Ok(replaced)
}

fn text<'e>(input: &Input<'_, 'e>, at: usize, which: &str) -> Result<&'e str, EvalError> {
    match input.first(at).map(|value| value.kind) {
        Some(Kind::Str(text)) => Ok(text),
        _ => {
            let what =
                format_args!("regex_replace function requires the {which} argument to be a string");
            Err(EvalError::argument(what))
        }
    }
}

/// An invalid expression ends the evaluation, as in cfn-guard; one that takes too many steps fails the clause.
fn invalid_expression(error: &String) -> EvalError {
    EvalError {
        unevaluatable: false,
        ..EvalError::regex(error)
    }
}
