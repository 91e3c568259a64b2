//! Why an operation could not be evaluated.

use std::fmt;
use std::time::Duration;

use crate::error::Error;
use crate::lambda::fetch::FetchError;
use crate::lambda::sizes::TooLarge;
use cfn_warden_syntax::SyntaxError;

/// Why an operation could not be evaluated: each is answered `FAILED` with `InternalFailure`.
#[derive(Debug, PartialEq, Eq)]
pub enum Failure {
    /// The event lacks something, or has it in a form that means nothing.
    Event(&'static str),
    /// The payload could not be fetched.
    Fetch(FetchError),
    /// The payload is not the document that it should be.
    Payload(&'static str),
    /// What is to be evaluated takes more memory than there is.
    TooLarge(TooLarge),
    /// A text cannot be read: which, and why.
    Text(&'static str, SyntaxError),
    /// Settings of the function cannot be used.
    Settings(Vec<Error>),
    /// There is nothing to check by.
    NothingConfigured,
    /// It took too long.
    TooLate(Duration),
    /// A fault of ours.
    Internal,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Event(reason) => write!(f, "the event is not understood: {reason}"),
            Failure::Fetch(error) => write!(f, "the template could not be fetched: {error}"),
            Failure::Payload(reason) => write!(f, "the document behind the payload's URL is not understood: {reason}"),
            Failure::Text(which, error) => {
                let at = error.span.start;
                write!(f, "the {which} cannot be read: {} (line {}, column {})", error.message, at.line, at.column)
            }
            Failure::Settings(problems) => {
                let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
                write!(f, "the function's settings cannot be used: {}", problems.join("; "))
            }
            Failure::TooLarge(error) => error.fmt(f),
            Failure::NothingConfigured => {
                f.write_str("the function has no Guard rules and its linter is off (WARDEN_RULES, WARDEN_HOOK_LINT)")
            }
            Failure::TooLate(limit) => write!(f, "it was not done after {} s", limit.as_secs()),
            Failure::Internal => {
                f.write_str("the function met a case that it does not handle. Please report it to cfn-warden")
            }
        }
    }
}
