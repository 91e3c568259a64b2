//! The result of cfn-guard-lambda for one rules text, which is an entry of `message` in its response.

use serde_json::Value;

use super::{FileReport, Records};
use crate::{Detail, Doc, EvalError, Options, Rules, evaluate};

/// The name of rules texts; their default rule is `lambda-rule/default`.
pub const RULES: &str = "lambda-rule";
/// The name of the data.
pub const DATA: &str = "lambda-payload";

/// Returns the result for one rules text: all recorded events if `verbose`, otherwise the report of failures.
///
/// The document must have [`Profile::Lib`](crate::Profile::Lib), and the rules must be parsed with the name [`RULES`].
///
/// # Errors
/// Why this rules text cannot be evaluated.
pub fn answer<'e>(
    rules: &'e Rules,
    doc: &'e Doc<'e>,
    verbose: bool,
    options: &Options,
) -> Result<Value, EvalError> {
    let detail = if verbose {
        Detail::Full
    } else {
        Detail::Failures
    };
    let outcome = evaluate(rules, doc, &Options { detail, ..*options })?;
    if verbose {
        return serde_json::to_value(Records::new(&outcome, DATA))
            .map_err(|error| EvalError::fatal(error.to_string()));
    }
    let mut report = FileReport::new(DATA);
    report.add(&outcome);
    Ok(report.to_value())
}
