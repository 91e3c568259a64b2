//! Regular expressions with the semantics of Python's `regex` module (version 0 behavior), which cfn-lint uses for
//! `pattern`, `AllowedPattern` and formats.
//!
//! Patterns come from templates as well as from schemas, so matching is limited by a number of steps. Features of
//! `regex` that are not supported here (recursion, fuzzy matching, named lists, Unicode blocks and scripts, version 1
//! classes) are distinguished from patterns that `regex` rejects.
//!
//! Source of the semantics: <https://github.com/mrabarnett/mrab-regex>.

mod ast;
mod cache;
mod class;
mod compile;
mod error;
mod escape;
mod flags;
mod flags_group;
mod fuzzy;
mod group;
mod parse;
mod position;
mod program;
mod property;
mod run;
mod set;
mod source;

use std::ops::Range;

pub use cache::{Compiled, PatternCache};
pub use error::PatternError;
use program::Program;
use run::Matcher;
pub use run::OutOfBudget;

/// Default number of steps per match; about ten milliseconds.
pub const BUDGET: u32 = 1_000_000;

/// A compiled pattern.
#[derive(Debug)]
pub struct Pattern {
    program: Program,
}

/// The result of matching a pattern against a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The pattern matches.
    Match,
    /// The pattern does not match.
    NoMatch,
    /// Unknown: the step limit was reached.
    OutOfBudget,
}

/// The result of matching, and the steps that it took.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attempt {
    /// The result.
    pub outcome: Outcome,
    /// The steps.
    pub steps: u32,
}

impl Pattern {
    /// Compiles a pattern; errors contain `regex`'s own message.
    pub fn compile(pattern: &str) -> Result<Pattern, PatternError> {
        Ok(Pattern {
            program: compile::compile(parse::parse(pattern)?),
        })
    }

    /// Returns whether the pattern matches anywhere in a text: `regex.search`.
    pub fn search(&self, text: &str, budget: u32) -> Outcome {
        self.try_search(text, budget).outcome
    }

    /// Like [`search`](Self::search), with the steps that it takes.
    pub fn try_search(&self, text: &str, budget: u32) -> Attempt {
        self.try_match(text, budget, |matcher| Ok(matcher.search()?.is_some()))
    }

    /// Returns whether the pattern matches at the start of a text: `regex.match`.
    pub fn matches(&self, text: &str, budget: u32) -> Outcome {
        self.try_matches(text, budget).outcome
    }

    /// Like [`matches`](Self::matches), with the steps that it takes.
    pub fn try_matches(&self, text: &str, budget: u32) -> Attempt {
        self.try_match(text, budget, |matcher| Ok(matcher.attempt(0)?.is_some()))
    }

    /// Returns whether the pattern matches a whole text: `regex.fullmatch`.
    pub fn matches_whole(&self, text: &str, budget: u32) -> Outcome {
        let attempt = |matcher: &mut Matcher<'_, '_>| {
            matcher.whole = true;
            Ok(matcher.attempt(0)?.is_some())
        };
        self.try_match(text, budget, attempt).outcome
    }

    fn try_match(
        &self,
        text: &str,
        budget: u32,
        attempt: impl FnOnce(&mut Matcher<'_, '_>) -> Result<bool, OutOfBudget>,
    ) -> Attempt {
        match Matcher::new(&self.program, text, 0, budget) {
            Ok(mut matcher) => Attempt {
                outcome: outcome(attempt(&mut matcher)),
                steps: matcher.steps(),
            },
            Err(_) => Attempt {
                outcome: Outcome::OutOfBudget,
                steps: budget,
            },
        }
    }

    /// Returns the byte range of the first match at or after a byte offset; fails if the step limit is reached.
    pub fn find(
        &self,
        text: &str,
        from: usize,
        budget: u32,
    ) -> Result<Option<Range<usize>>, OutOfBudget> {
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
