//! Errors in events, worded for their sender.

use cfn_warden_syntax::Position;

/// Why a request cannot be processed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestError {
    /// The field, as `rules[1].content`; `None` for the event as a whole.
    pub field: Option<String>,
    /// What is wrong and what is expected.
    pub message: String,
    /// The position in the event, if it is not valid JSON.
    pub at: Option<Position>,
}

impl RequestError {
    /// Creates an error about a field.
    pub fn field(field: impl Into<String>, message: impl Into<String>) -> RequestError {
        RequestError {
            field: Some(field.into()),
            message: message.into(),
            at: None,
        }
    }

    /// Creates an error about the event as a whole.
    pub fn event(message: impl Into<String>) -> RequestError {
        RequestError {
            field: None,
            message: message.into(),
            at: None,
        }
    }
}
