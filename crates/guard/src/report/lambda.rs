//! What cfn-guard-lambda answers for one rules text: an entry of its `message`.

use serde_json::Value;

use super::{FileReport, Records};
use crate::{Detail, Doc, EvalError, Options, Rules, evaluate};

/// What rules texts are called, so that their loose clauses are the rule `lambda-rule/default`.
pub const RULES: &str = "lambda-rule";
/// What the data is called.
pub const DATA: &str = "lambda-payload";

/// The answer for one rules text: everything that was recorded, or the report of what failed.
///
/// The document is to be one of [`Profile::Lib`](crate::Profile::Lib), the rules parsed under the name [`RULES`].
///
/// # Errors
/// What keeps this rules text from being evaluated.
pub fn answer<'e>(rules: &'e Rules, doc: &'e Doc<'e>, verbose: bool, options: &Options) -> Result<Value, EvalError> {
    let detail = if verbose { Detail::Full } else { Detail::Failures };
    let outcome = evaluate(rules, doc, &Options { detail, ..*options })?;
    if verbose {
        return serde_json::to_value(Records::new(&outcome, DATA)).map_err(|error| EvalError::fatal(error.to_string()));
    }
    let mut report = FileReport::new(DATA);
    report.add(&outcome);
    Ok(report.to_value())
}
