//! Positions and spans in a source text.

/// A position in a text: line and column, both 1-based, columns counted in code points.
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

/// Formats a file name with a position in the file, if there is one: `stack.yaml:3:1`.
pub fn place(file: &str, at: Option<Position>) -> String {
    match at {
        Some(Position { line, column }) => format!("{file}:{line}:{column}"),
        None => file.to_owned(),
    }
}

/// A range of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The position of the first character.
    pub start: Position,
    /// The position after the last character.
    pub end: Position,
}

impl Span {
    /// The span of a finding without a location: the first character, one column wide.
    pub const START: Span = Span {
        start: Position::START,
        end: Position { line: 1, column: 2 },
    };
}
