//! What is wrong with a text, and where.

use super::{Position, Span};

/// A fault of the text itself: it is no YAML or JSON, or breaks a limit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxError {
    /// What is wrong, in the words that cfn-lint's E0000 uses.
    pub message: String,
    /// Where.
    pub span: Span,
}

/// The place of an error that cfn-lint gives none: the first character, without width.
pub(super) const NOWHERE: Span = Span { start: Position::START, end: Position::START };
