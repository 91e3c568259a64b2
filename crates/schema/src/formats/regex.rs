//! A regular expression, as Python's `regex` reads it.

use super::{Answer, Format};
use crate::pattern::{Pattern, PatternError};

/// `regex`
pub static FORMAT: Format = Format { name: "regex", check };

fn check(text: &str) -> Answer {
    match Pattern::compile(text) {
        // What the matcher does not support the reference may well read.
        Ok(_) | Err(PatternError::Unsupported) => Answer::Yes,
        Err(PatternError::Refused(_)) => Answer::No,
        Err(PatternError::Raised(reason)) => Answer::Raised(reason),
    }
}
