//! What is wrong with an event, said so that its sender can mend it.

use cfn_warden_syntax::Position;

/// Why an event cannot be answered with a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestError {
    /// The field it is about, as `rules[1].content`; `None` where the event as a whole is meant.
    pub field: Option<String>,
    /// What is wrong, and what would be right.
    pub message: String,
    /// Where in the event's text, where it is no JSON.
    pub at: Option<Position>,
}

impl RequestError {
    /// An error about a field.
    pub fn field(field: impl Into<String>, message: impl Into<String>) -> RequestError {
        RequestError { field: Some(field.into()), message: message.into(), at: None }
    }

    /// An error about the event as a whole.
    pub fn event(message: impl Into<String>) -> RequestError {
        RequestError { field: None, message: message.into(), at: None }
    }
}
