//! Errors of Hook evaluations.

use std::fmt;
use std::time::Duration;

use crate::sizes::TooLarge;
use cfn_warden_engine::error::Error;
use cfn_warden_fetch::FetchError;
use cfn_warden_syntax::{Known, SyntaxError, Text, text};

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

impl HookError {
    /// Returns the reason for the log, without contents of the template.
    pub fn reason(&self) -> String {
        match self {
            HookError::Text(which, SyntaxError { span, .. }) => {
                format!(
                    "document: {which}, line {}, column {}",
                    span.start.line, span.start.column
                )
            }
            HookError::Fetch(error) => format!("fetch: template: {error}"),
            HookError::Event(reason) => format!("event: {reason}"),
            HookError::Payload(reason) => format!("payload: {reason}"),
            HookError::Settings(problems) => {
                let names: Vec<&str> = problems.iter().map(Error::subject).collect();
                format!("settings: {}", names.join(", "))
            }
            HookError::TooLarge(_) => "too large".to_owned(),
            HookError::NothingConfigured => "settings: neither rules nor linter".to_owned(),
            HookError::TooLate(limit) => format!("timed out after {} s", limit.as_secs()),
            HookError::Internal => "internal error".to_owned(),
        }
    }
}

impl HookError {
    /// Returns the message, in which only what a document contains is an operand.
    pub fn text(&self) -> Text {
        match self {
            HookError::Text(which, error) => {
                let at = error.span.start;
                text!(
                    "the {} cannot be read: {} (line {}, column {})",
                    *which,
                    error.message,
                    at.line,
                    at.column
                )
            }
            HookError::Event(reason) => text!("invalid event: {}", *reason),
            HookError::Payload(reason) => text!("invalid payload document: {}", *reason),
            HookError::Fetch(error) => text!(
                "the template could not be fetched: {}",
                Known(&error.to_string())
            ),
            HookError::Settings(problems) => {
                let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
                text!(
                    "invalid settings of the function: {}",
                    Known(&problems.join("; "))
                )
            }
            HookError::TooLarge(error) => Text::known(error.to_string()),
            HookError::NothingConfigured => {
                "the function has no Guard rules and its linter is off (WARDEN_RULES, WARDEN_HOOK_LINT)".into()
            }
            HookError::TooLate(limit) => text!("timed out after {} s", limit.as_secs()),
            HookError::Internal => "internal error; please report this to cfn-warden".into(),
        }
    }
}

impl fmt::Display for HookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}
