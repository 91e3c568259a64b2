//! The Guard policy language: rules files are parsed into a syntax tree, compiled, and evaluated against documents.

mod budget;
pub mod check;
mod compile;
pub mod doc;
mod eval;
mod existential;
mod findings;
mod function;
mod functions;
pub mod hash;
pub mod needs;
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
pub use self::eval::Options;
pub use self::eval::deployments;
pub use self::eval::error::EvalError;
pub use self::eval::result::{Missing, QueryResult};
pub use self::outcome::{Detail, Outcome, Status};

pub use self::semantics::{Change, Semantics, Version};
pub use self::syntax::{Dialect, Language, ParseError};

pub use self::compile::key_spellings;
use self::compile::program::Program;
use self::syntax::ast::RulesFile;
use cfn_warden_syntax::cancel::Cancel;

/// A compiled rules file, which can be evaluated any number of times and from any thread.
#[derive(Debug)]
pub struct Rules {
    program: Program,
}

/// Returns the names of the rules in a rules text that read one of the top-level `sections` of a document, directly or
/// through variables and other rules. Empty if the text does not parse.
pub fn rules_reading(
    language: Language,
    text: &str,
    sections: &[&str],
) -> std::collections::BTreeSet<String> {
    syntax::parse_as(language, "", text)
        .map(|file| reads::rules_reading(&file, sections))
        .unwrap_or_default()
}

impl Rules {
    /// Parses and compiles a rules file.
    ///
    /// # Errors
    /// All syntax errors of the text, at most one for each top-level item.
    pub fn parse(name: &str, text: &str) -> Result<Rules, Vec<ParseError>> {
        Rules::parse_as(Language::default(), name, text)
    }

    /// Parses and compiles a rules file in the given dialect and version of the language.
    ///
    /// # Errors
    /// The same as [`Rules::parse`].
    pub fn parse_as(language: Language, name: &str, text: &str) -> Result<Rules, Vec<ParseError>> {
        syntax::parse_as(language, name, text).map(Rules::compile)
    }

    /// Parses and compiles a rules file, checking for cancellation.
    ///
    /// # Errors
    /// The same as [`Rules::parse_as`]; on cancellation, the last error says so.
    pub fn parse_with_cancel(
        cancel: Cancel<'_>,
        language: Language,
        name: &str,
        text: &str,
    ) -> Result<Rules, Vec<ParseError>> {
        syntax::parse_with_cancel(cancel, language, name, text).map(Rules::compile)
    }

    /// Compiles a parsed rules file.
    pub fn compile(file: RulesFile) -> Rules {
        Rules {
            program: compile::compile(file),
        }
    }

    /// The name of the rules file.
    pub fn name(&self) -> &str {
        &self.program.name
    }

    /// Whether the file has nothing but white space and comments. One with assignments only is evaluated, and skipped.
    pub fn is_blank(&self) -> bool {
        let Program {
            rules,
            lets,
            parameterized,
            ..
        } = &self.program;
        rules.is_empty() && lets.is_empty() && parameterized.is_empty()
    }

    /// Whether the file defines no rules.
    pub fn is_empty(&self) -> bool {
        self.program.rules.is_empty()
    }
}

/// Evaluates all rules of a file on all deployments of a document; `points` are those of the document.
///
/// # Errors
/// A limit of evaluations was exceeded.
pub fn evaluate_deployments<'e>(
    rules: &'e Rules,
    doc: &'e Doc<'e>,
    varying: &deployments::Varying<'e>,
    points: &'e deployments::Points<'e>,
    options: &Options,
) -> Result<deployments::VaryingOutcome<'e>, EvalError> {
    deployments::evaluate(&rules.program, doc, varying, points, options)
}

/// Evaluates all rules of a file against a document.
///
/// # Errors
/// An error that ends the evaluation of this rules file; other rules files are not affected.
pub fn evaluate<'e>(
    rules: &'e Rules,
    doc: &'e Doc<'e>,
    options: &Options,
) -> Result<Outcome<'e>, EvalError> {
    eval::evaluate(&rules.program, doc, options)
}
