//! Errors of Hook evaluations.

use std::fmt;
use std::time::Duration;

use crate::error::Error;
use crate::lambda::sizes::TooLarge;
use cfn_warden_fetch::FetchError;
use cfn_warden_syntax::SyntaxError;

/// Why an operation could not be evaluated. The response is `FAILED` with `InternalFailure`.
#[derive(Debug, PartialEq, Eq)]
pub enum HookError {
    /// The event is incomplete or has an invalid form.
    Event(&'static str),
    /// The payload could not be fetched.
    Fetch(FetchError),
    /// The payload is invalid.
    Payload(&'static str),
    /// The content exceeds a size limit.
    TooLarge(TooLarge),
    /// A text cannot be parsed: which one, and why.
    Text(&'static str, SyntaxError),
    /// The function's settings are invalid.
    Settings(Vec<Error>),
    /// Neither rules nor the linter are configured.
    NothingConfigured,
    /// The evaluation exceeded its time limit.
    TooLate(Duration),
    /// An internal error.
    Internal,
}

impl fmt::Display for HookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HookError::Event(reason) => write!(f, "invalid event: {reason}"),
            HookError::Fetch(error) => write!(f, "the template could not be fetched: {error}"),
            HookError::Payload(reason) => write!(f, "invalid payload document: {reason}"),
            HookError::Text(which, error) => {
                let at = error.span.start;
                write!(f, "the {which} cannot be read: {} (line {}, column {})", error.message, at.line, at.column)
            }
            HookError::Settings(problems) => {
                let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
                write!(f, "invalid settings of the function: {}", problems.join("; "))
            }
            HookError::TooLarge(error) => error.fmt(f),
            HookError::NothingConfigured => {
                f.write_str("the function has no Guard rules and its linter is off (WARDEN_RULES, WARDEN_HOOK_LINT)")
            }
            HookError::TooLate(limit) => write!(f, "timed out after {} s", limit.as_secs()),
            HookError::Internal => f.write_str("internal error; please report this to cfn-warden"),
        }
    }
}
