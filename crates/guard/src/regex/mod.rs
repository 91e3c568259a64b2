//! Regular expressions of rules, in the dialect of fancy-regex, which cfn-guard uses. They are compiled on first use.
//!
//! fancy-regex compiles for all of Unicode, which takes milliseconds for `\w{1,64}`. Most texts are ASCII, and on ASCII
//! text most expressions mean the same without Unicode. In that case, a non-Unicode expression that compiles in
//! microseconds is used, or a search for a substring that every match contains.

mod analysis;
mod ascii;
mod backtracking;
mod class;
mod ends;
mod positions;

use std::sync::OnceLock;

pub use self::analysis::compiles_for_certain;
use self::ascii::AsciiRegex;
pub use self::backtracking::{BacktrackingRegex, SearchError};
use self::ends::Ends;
use super::budget::Budget;
use super::eval::error::EvalError;

/// An unanchored regular expression.
#[derive(Debug)]
pub struct Regex {
    text: Box<str>,
    /// The expression for ASCII texts, if it has one.
    ascii: OnceLock<Option<Box<AsciiRegex>>>,
    compiled: OnceLock<Result<Box<BacktrackingRegex>, String>>,
    ends: OnceLock<Box<Ends>>,
}

impl Regex {
    /// Creates an expression from its text, without the slashes.
    pub fn new(text: Box<str>) -> Regex {
        Regex {
            text,
            ascii: OnceLock::new(),
            compiled: OnceLock::new(),
            ends: OnceLock::new(),
        }
    }

    /// The text of the expression, without the slashes.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether the expression has the same result for all texts with this beginning and end.
    pub fn is_decided_by(&self, prefix: &str, suffix: &str) -> bool {
        self.ends
            .get_or_init(|| Box::new(Ends::of(&self.text)))
            .decide(prefix, suffix)
    }

    /// Whether the expression matches anywhere in a text; an error if it does not compile or takes too many steps.
    pub fn is_match(&self, text: &str, budget: &Budget<'_>) -> Result<bool, EvalError> {
        if text.is_ascii()
            && let Some(ascii) = self
                .ascii
                .get_or_init(|| AsciiRegex::of(&self.text).map(Box::new))
        {
            budget.check_cancelled()?;
            budget.spend(ascii.cost(text))?;
            if let Some(found) = ascii.is_match(text) {
                return Ok(found);
            }
        }
        budget.check_cancelled()?;
        let compiled = self
            .compiled
            .get_or_init(|| BacktrackingRegex::new(&self.text).map(Box::new));
        let compiled = compiled.as_ref().map_err(EvalError::regex)?;
        compiled.search(budget, text.len(), |regex, _| Ok(regex.is_match(text)?))
    }
}
