//! Guard's policy language: rules files are parsed into a tree (`syntax`), compiled, and evaluated against documents.

mod budget;
pub mod check;
mod compile;
pub mod doc;
mod eval;
mod findings;
mod functions;
pub mod hash;
mod ops;
pub mod outcome;
pub mod parse_tree;
mod reads;
mod regex;
pub mod report;
pub mod rulegen;
pub mod semantics;
pub mod syntax;
mod text;
pub mod unit_test;
pub mod upgrade;
pub mod value;
pub mod yaml;

pub use self::budget::Limits;
pub use self::doc::{Doc, Profile};
pub use self::eval::error::EvalError;
pub use self::outcome::{Detail, Outcome, Status};

pub use self::semantics::{Change, Semantics, Version};
pub use self::syntax::{Dialect, Language, ParseError};

use self::compile::program::Program;
use self::syntax::ast::RulesFile;
use cfn_warden_syntax::cancel::Cancel;

/// A rules file, ready to be evaluated any number of times and from any thread.
#[derive(Debug)]
pub struct Rules {
    program: Program,
}

/// The names of the rules in a text that read one of some sections of a document, by themselves or through variables and
/// other rules. Empty for a text that does not parse.
pub fn rules_reading(language: Language, text: &str, sections: &[&str]) -> std::collections::BTreeSet<String> {
    syntax::parse_as(language, "", text).map(|file| reads::rules_reading(&file, sections)).unwrap_or_default()
}

/// How rules are evaluated.
#[derive(Debug, Clone, Copy, Default)]
pub struct Options {
    /// How much is recorded.
    pub detail: Detail,
    /// Seconds since 1970, for `now()`.
    pub now: i64,
}

impl Rules {
    /// Reads and compiles a rules file.
    ///
    /// # Errors
    /// All mistakes of the text, at most one for each item of the top level.
    pub fn parse(name: &str, text: &str) -> Result<Rules, Vec<ParseError>> {
        Rules::parse_as(Language::default(), name, text)
    }

    /// Reads and compiles a rules file of a language, by which it is judged, too.
    ///
    /// # Errors
    /// As [`Rules::parse`].
    pub fn parse_as(language: Language, name: &str, text: &str) -> Result<Rules, Vec<ParseError>> {
        syntax::parse_as(language, name, text).map(Rules::compile)
    }

    /// As [`Rules::parse_as`], unless it is cancelled.
    ///
    /// # Errors
    /// As [`Rules::parse_as`]; the last one is that it was cancelled.
    pub fn parse_until(
        cancel: Cancel<'_>,
        language: Language,
        name: &str,
        text: &str,
    ) -> Result<Rules, Vec<ParseError>> {
        syntax::parse_until(cancel, language, name, text).map(Rules::compile)
    }

    /// Compiles a rules file that parsed.
    pub fn compile(file: RulesFile) -> Rules {
        Rules { program: compile::compile(file) }
    }

    /// The file's name.
    pub fn name(&self) -> &str {
        &self.program.name
    }

    /// Whether there is nothing to evaluate.
    pub fn is_empty(&self) -> bool {
        self.program.rules.is_empty()
    }
}

/// Evaluates all rules against a document. An error is one of the whole rules file; other rules files are not concerned.
pub fn evaluate<'e>(rules: &'e Rules, doc: &'e Doc<'e>, options: &Options) -> Result<Outcome<'e>, EvalError> {
    eval::evaluate(&rules.program, doc, options)
}
