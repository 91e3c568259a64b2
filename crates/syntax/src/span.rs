//! Places in a source text.

/// A place in a text: line and column, both 1-based, columns counted in code points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// 1-based line.
    pub line: u32,
    /// 1-based column in code points.
    pub column: u32,
}

impl Position {
    /// The first character of a text.
    pub const START: Position = Position { line: 1, column: 1 };
}

/// A stretch of text; `end` is the position after its last character.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The first character.
    pub start: Position,
    /// The position after the last character.
    pub end: Position,
}

impl Span {
    /// What is said of a finding without a place: the first character, one column wide.
    pub const START: Span = Span { start: Position::START, end: Position { line: 1, column: 2 } };
}
