//! Syntax errors.

use super::{Position, Span, Text};

/// An error in the document itself: it is not valid YAML or JSON, or exceeds a limit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxError {
    /// The message, as in cfn-lint's E0000.
    pub message: Text,
    /// The location that cfn-lint reports.
    pub span: Span,
    /// The location, if cfn-lint reports none.
    pub place: Option<Span>,
    /// The location of the key that this one repeats.
    pub repeats: Option<Span>,
}

impl SyntaxError {
    /// Returns an error that cfn-lint reports where it is.
    pub fn new(message: Text, span: Span) -> SyntaxError {
        SyntaxError {
            message,
            span,
            place: None,
            repeats: None,
        }
    }

    /// Returns where the error is.
    pub fn location(&self) -> Span {
        self.place.unwrap_or(self.span)
    }
}

/// The span of an error that cfn-lint reports without a location: the first character, zero columns wide.
pub(super) const NO_LOCATION: Span = Span {
    start: Position::START,
    end: Position::START,
};
