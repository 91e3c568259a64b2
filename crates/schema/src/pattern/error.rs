//! The errors of patterns.

use std::fmt;

/// The reason why a pattern cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PatternError {
    /// `regex` rejects the pattern with `regex.error`; contains its message.
    Refused(String),
    /// `regex` fails with another exception; contains its message.
    Raised(String),
    /// The pattern may be valid, but it uses an unsupported feature.
    Unsupported,
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PatternError::Refused(message) | PatternError::Raised(message) => f.write_str(message),
            PatternError::Unsupported => {
                f.write_str("the pattern uses a feature that is not supported")
            }
        }
    }
}

impl std::error::Error for PatternError {}
