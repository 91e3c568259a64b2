//! Errors and warnings in the form of Terraform's diagnostics.

use std::fmt;

use super::source::{Range, Sources};
use cfn_warden_syntax::{Known, Text, text};

/// The severity of a diagnostic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// The expression has no value.
    Error,
    /// The expression has a value.
    Warning,
}

/// What a detail is made from.
pub trait DetailText {
    /// Returns the detail.
    fn into_text(self) -> Text;
}

impl DetailText for Text {
    fn into_text(self) -> Text {
        self
    }
}

impl DetailText for &'static str {
    fn into_text(self) -> Text {
        Text::own(self)
    }
}

/// An error or a warning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// A short summary without a period.
    pub summary: String,
    /// Full sentences.
    pub detail: Text,
    /// The source range.
    pub range: Option<Range>,
    /// The error is an invalid reference. `can` and `try` report it instead of catching it: no value can fix it.
    pub invalid_reference: bool,
    /// The error is that this file does not exist, whose content a function reads.
    pub missing_file: Option<String>,
    /// In a called module: the `module` blocks that lead to it, the root module's first.
    pub callers: Vec<Range>,
    /// In a called module: the arguments in the root module's calls that the value comes from.
    pub arguments: Vec<Range>,
}

impl Diagnostic {
    /// Returns an error at a source range.
    pub fn error(summary: &str, detail: impl DetailText, range: Range) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            summary: summary.to_owned(),
            detail: detail.into_text(),
            range: Some(range),
            invalid_reference: false,
            missing_file: None,
            callers: Vec::new(),
            arguments: Vec::new(),
        }
    }

    /// Marks the error as an invalid reference.
    pub fn reference(self) -> Diagnostic {
        Diagnostic {
            invalid_reference: true,
            ..self
        }
    }

    /// Returns an error without a source range.
    pub fn unlocated(summary: &str, detail: impl DetailText) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            summary: summary.to_owned(),
            detail: detail.into_text(),
            range: None,
            invalid_reference: false,
            missing_file: None,
            callers: Vec::new(),
            arguments: Vec::new(),
        }
    }

    /// Returns the summary and the detail. Summaries have no values of the configuration.
    pub fn text(&self) -> Text {
        text!("{}; {}", Known(&self.summary), self.detail)
    }

    /// Returns the diagnostic with its location: `main.tf:1,2-5: Summary; Detail`.
    pub fn located(&self, sources: &Sources) -> Text {
        match self.range {
            Some(range) => text!("{}: {}", Known(&sources.location(range)), self.text()),
            None => self.text(),
        }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

/// The errors of an evaluation that has no value; at least one.
pub type Errors = Vec<Diagnostic>;

/// The maximum number of errors collected for one expression.
const ERRORS: usize = 20;

/// Adds errors without duplicates: the same failing value may be referenced many times, directly and indirectly.
pub fn gather(errors: &mut Errors, more: Errors) {
    for error in more {
        if errors.len() < ERRORS && !errors.contains(&error) {
            errors.push(error);
        }
    }
}

/// Returns a single error that is an invalid reference.
pub fn fail_reference<T>(
    summary: &str,
    detail: impl DetailText,
    range: Range,
) -> Result<T, Errors> {
    Err(vec![Diagnostic::error(summary, detail, range).reference()])
}

/// Returns a single error.
pub fn fail<T>(summary: &str, detail: impl DetailText, range: Range) -> Result<T, Errors> {
    Err(vec![Diagnostic::error(summary, detail, range)])
}
