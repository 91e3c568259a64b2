//! What stops a run, and how to say it. Appears at the edges only: analysis returns findings.

use std::fmt;

/// Something that keeps a command or a request from being carried out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Error {
    /// A file or folder cannot be read.
    Read {
        /// As the user named it.
        path: String,
        /// The system's words.
        reason: String,
    },
    /// A file cannot be written.
    Write {
        /// As the user named it.
        path: String,
        /// The system's words.
        reason: String,
    },
    /// An option, setting or field has a value that cannot be used.
    Value {
        /// The option, variable or field.
        name: String,
        /// What is wrong with it, and what would be right.
        reason: String,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Read { path, reason } => write!(f, "cannot read {path}: {reason}"),
            Error::Write { path, reason } => write!(f, "cannot write {path}: {reason}"),
            Error::Value { name, reason } => write!(f, "{name}: {reason}"),
        }
    }
}

impl std::error::Error for Error {}
