//! Syntax errors.

use super::{Position, Span, Text};

/// An error in the document itself: it is not valid YAML or JSON, or exceeds a limit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxError {
    /// The message, as in cfn-lint's E0000.
    pub message: Text,
    /// The location of the error.
    pub span: Span,
}

/// The span of an error that cfn-lint reports without a location: the first character, zero columns wide.
pub(super) const NO_LOCATION: Span = Span {
    start: Position::START,
    end: Position::START,
};
