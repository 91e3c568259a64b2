//! Errors of commands and requests. Analysis itself returns findings.

use std::fmt;

use cfn_warden_syntax::Position;
use cfn_warden_syntax::escape::escape;

/// An error that prevents a command or request from running.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Error {
    /// A file or folder cannot be read.
    Read {
        /// The path as the user wrote it.
        path: String,
        /// The system's message.
        reason: String,
    },
    /// A file cannot be written.
    Write {
        /// The path as the user wrote it.
        path: String,
        /// The system's message.
        reason: String,
    },
    /// An option, setting or field has an invalid value.
    Value {
        /// The option, variable or field.
        name: String,
        /// What is wrong and what is expected.
        reason: String,
    },
}

impl Error {
    /// Returns the path or name that the error is about.
    pub fn subject(&self) -> &str {
        let (Error::Read { path: subject, .. }
        | Error::Write { path: subject, .. }
        | Error::Value { name: subject, .. }) = self;
        subject
    }
}

/// Paths and names are escaped: a reason may have several lines, but a path does not start one.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let subject = escape(self.subject());
        match self {
            Error::Read { reason, .. } => write!(f, "cannot read {subject}: {reason}"),
            Error::Write { reason, .. } => write!(f, "cannot write {subject}: {reason}"),
            Error::Value { reason, .. } => write!(f, "{subject}: {reason}"),
        }
    }
}

impl std::error::Error for Error {}

/// A mistake in a file that the user wrote: waivers, a baseline, the project file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// The position.
    pub at: Position,
    /// What is wrong, and what is expected.
    pub message: String,
}

impl Mistake {
    /// Returns the mistake as a line, with the name of its file.
    pub fn line(&self, file: &str) -> String {
        let Mistake { at, message } = self;
        format!("{file}:{}:{}: {message}", at.line, at.column)
    }
}
