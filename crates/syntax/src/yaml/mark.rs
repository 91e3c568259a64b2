//! Positions in a YAML text.

use crate::{Position, Span};

/// A position: 0-based line and column, and characters since the start. Columns count code points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Mark {
    /// Number of characters before the position, without the byte order mark.
    pub index: u32,
    /// Number of lines before the position.
    pub line: u32,
    /// Number of characters before the position on its line.
    pub column: u32,
}

pub(super) fn position(mark: Mark) -> Position {
    Position {
        line: mark.line.saturating_add(1),
        column: mark.column.saturating_add(1),
    }
}

pub(super) fn span(start: Mark, end: Mark) -> Span {
    Span {
        start: position(start),
        end: position(end),
    }
}
