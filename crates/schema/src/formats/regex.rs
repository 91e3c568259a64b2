//! A regular expression in the syntax of Python's `regex` module.

use crate::format::{Answer, Format};
use crate::pattern::{Pattern, PatternError};

/// The `regex` format.
pub static FORMAT: Format = Format {
    name: "regex",
    check,
};

fn check(text: &str) -> Answer {
    match Pattern::compile(text) {
        // cfn-lint may accept expressions that this matcher does not support.
        Ok(_) | Err(PatternError::Unsupported) => Answer::Yes,
        Err(PatternError::Refused(_)) => Answer::No,
        Err(PatternError::Raised(reason)) => Answer::Raised(reason),
    }
}
