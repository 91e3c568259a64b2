//! Regular expressions of rules: fancy-regex, the reference's dialect, compiled when first used.
//!
//! Its expressions are compiled for all of Unicode, which takes milliseconds for one `\w{1,64}`. Most texts are ASCII and
//! most expressions mean the same there without Unicode: those two are matched by an expression that is compiled in
//! microseconds, or by a search for what every match holds.

mod fancy;
mod quick;
mod shape;

use std::sync::OnceLock;

pub use self::fancy::{Failure, Fancy};
use self::quick::Quick;
pub use self::shape::compiles_for_certain;
use super::budget::Budget;
use super::eval::error::EvalError;

/// A regular expression: searches, does not anchor.
#[derive(Debug)]
pub struct Regex {
    text: Box<str>,
    /// For ASCII texts, where the expression allows it.
    quick: OnceLock<Option<Box<Quick>>>,
    compiled: OnceLock<Result<Box<Fancy>, String>>,
}

impl Regex {
    /// Of this text, without the slashes.
    pub fn new(text: Box<str>) -> Regex {
        Regex { text, quick: OnceLock::new(), compiled: OnceLock::new() }
    }

    /// The text, without the slashes.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether it is found in a text; an error where it does not compile or takes too many steps.
    pub fn is_match(&self, text: &str, budget: &Budget<'_>) -> Result<bool, EvalError> {
        if text.is_ascii()
            && let Some(quick) = self.quick.get_or_init(|| Quick::of(&self.text).map(Box::new))
        {
            budget.has_time()?;
            budget.spend(quick.cost(text))?;
            if let Some(found) = quick.is_match(text) {
                return Ok(found);
            }
        }
        budget.has_time()?;
        let compiled = self.compiled.get_or_init(|| Fancy::new(&self.text).map(Box::new));
        let compiled = compiled.as_ref().map_err(EvalError::regex)?;
        compiled.search(budget, text.len(), |regex, _| Ok(regex.is_match(text)?))
    }
}
