//! What is wrong, in Terraform's words.

use std::fmt;

use super::source::{Range, Sources};

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// There is no value.
    Error,
    /// There is.
    Warning,
}

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// In few words.
    pub summary: String,
    /// In sentences.
    pub detail: String,
    /// Where.
    pub range: Option<Range>,
    /// It is about a name that means nothing: no value could mend that.
    pub of_reference: bool,
    /// In a called module: the calls that lead there, the root's first.
    pub callers: Vec<Range>,
    /// In a called module: the arguments of the root's calls that come to it.
    pub arguments: Vec<Range>,
}

impl Diagnostic {
    /// An error at a place.
    pub fn error(summary: &str, detail: impl Into<String>, range: Range) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            summary: summary.to_owned(),
            detail: detail.into(),
            range: Some(range),
            of_reference: false,
            callers: Vec::new(),
            arguments: Vec::new(),
        }
    }

    /// The same, about a name.
    pub fn reference(self) -> Diagnostic {
        Diagnostic { of_reference: true, ..self }
    }

    /// An error without a place.
    pub fn placeless(summary: &str, detail: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            summary: summary.to_owned(),
            detail: detail.into(),
            range: None,
            of_reference: false,
            callers: Vec::new(),
            arguments: Vec::new(),
        }
    }

    /// `main.tf:1,2-5: Summary; Detail`
    pub fn located(&self, sources: &Sources) -> String {
        self.range.map_or_else(|| self.to_string(), |range| format!("{}: {self}", sources.place(range)))
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.summary, self.detail)
    }
}

/// What kept something from having a value: at least one error.
pub type Errors = Vec<Diagnostic>;

/// No more errors than this are gathered of one expression.
const ERRORS: usize = 20;

/// Adds errors, each once: what fails may be referred to often, and by what is itself referred to often.
pub fn gather(errors: &mut Errors, more: Errors) {
    for error in more {
        if errors.len() < ERRORS && !errors.contains(&error) {
            errors.push(error);
        }
    }
}

/// A single error about a name.
pub fn no_reference<T>(summary: &str, detail: impl Into<String>, range: Range) -> Result<T, Errors> {
    Err(vec![Diagnostic::error(summary, detail, range).reference()])
}

/// A single error.
pub fn fail<T>(summary: &str, detail: impl Into<String>, range: Range) -> Result<T, Errors> {
    Err(vec![Diagnostic::error(summary, detail, range)])
}
