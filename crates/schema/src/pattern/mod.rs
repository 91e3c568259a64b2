//! Regular expressions with the semantics of Python's `regex` module (version 0 behaviour), which cfn-lint judges
//! `pattern`, `AllowedPattern` and formats by.
//!
//! Patterns come from templates as well as from schemas, so matching has a budget of steps instead of a clock. What the
//! reference can and we cannot (recursion, fuzzy matching, named lists, Unicode blocks and scripts, version 1 classes)
//! is told apart from what the reference refuses.
//!
//! Source of the semantics: <https://github.com/mrabarnett/mrab-regex>.

mod ast;
mod cache;
mod class;
mod compile;
mod escape;
mod flags;
mod fuzzy;
mod group;
mod parse;
mod place;
mod program;
mod property;
mod run;
mod set;
mod source;

use std::fmt;
use std::ops::Range;

pub use cache::{Compiled, PatternCache};
use program::Program;
use run::Matcher;
pub use run::OutOfBudget;

/// Steps that one match may take by default: some ten milliseconds.
pub const BUDGET: u32 = 1_000_000;

/// A compiled pattern.
#[derive(Debug)]
pub struct Pattern {
    program: Program,
}

/// What matching a pattern against a text came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It matches.
    Match,
    /// It does not.
    NoMatch,
    /// Unknown: the budget ran out first.
    OutOfBudget,
}

/// Why a pattern cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PatternError {
    /// The reference refuses it: the text of its `regex.error`.
    Refused(String),
    /// The reference fails on it with another exception: that one's text.
    Raised(String),
    /// The reference may take it, but it uses what is not built here.
    Unsupported,
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PatternError::Refused(message) | PatternError::Raised(message) => f.write_str(message),
            PatternError::Unsupported => f.write_str("the pattern uses a feature that is not supported"),
        }
    }
}

impl std::error::Error for PatternError {}

impl Pattern {
    /// Compiles a pattern, or says in the reference's words why it is refused.
    pub fn compile(pattern: &str) -> Result<Pattern, PatternError> {
        Ok(Pattern { program: compile::compile(parse::parse(pattern)?) })
    }

    /// Whether it matches anywhere in a text: `regex.search`.
    pub fn search(&self, text: &str, budget: u32) -> Outcome {
        outcome(self.find(text, 0, budget).map(|found| found.is_some()))
    }

    /// Whether it matches at the start of a text: `regex.match`.
    pub fn matches(&self, text: &str, budget: u32) -> Outcome {
        outcome(Matcher::new(&self.program, text, 0, budget).and_then(|mut matcher| Ok(matcher.attempt(0)?.is_some())))
    }

    /// Whether it matches all of a text: `regex.fullmatch`.
    pub fn matches_whole(&self, text: &str, budget: u32) -> Outcome {
        let attempt = |mut matcher: Matcher<'_, '_>| {
            matcher.whole = true;
            Ok(matcher.attempt(0)?.is_some())
        };
        outcome(Matcher::new(&self.program, text, 0, budget).and_then(attempt))
    }

    /// The byte range of the first match at or after a byte offset; `Err` where the budget ran out.
    pub fn find(&self, text: &str, from: usize, budget: u32) -> Result<Option<Range<usize>>, OutOfBudget> {
        let mut matcher = Matcher::new(&self.program, text, from, budget)?;
        Ok(matcher.search()?.map(|(start, end)| start..end))
    }
}

fn outcome(found: Result<bool, OutOfBudget>) -> Outcome {
    match found {
        Ok(true) => Outcome::Match,
        Ok(false) => Outcome::NoMatch,
        Err(_) => Outcome::OutOfBudget,
    }
}
