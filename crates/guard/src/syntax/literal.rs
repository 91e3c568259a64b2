//! Values written in rules.

/// A value as written.
#[derive(Debug, Clone, PartialEq)]
pub enum Literal {
    /// `null`
    Null,
    /// `"text"` or `'text'`, its quotes unescaped.
    String(Box<str>),
    /// `/expression/` with `\/` unescaped: it compiles.
    Regex(Box<str>),
    /// `true`
    Bool(bool),
    /// `-1`
    Int(i64),
    /// `1.5`, `1e9`; may be infinite.
    Float(f64),
    /// `[a, b]`
    List(Vec<Literal>),
    /// `{ key: value }`: of a repeated key the last value, at its first place.
    Map(Vec<(Box<str>, Literal)>),
    /// `r[1, 5)`
    IntRange(Range<i64>),
    /// `r[1.0, 5.5]`
    FloatRange(Range<f64>),
    /// `r[a, z]`
    CharRange(Range<char>),
}

/// An interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Range<T> {
    /// The first written.
    pub lower: T,
    /// The second written; may be below the first.
    pub upper: T,
    /// `[` rather than `(`.
    pub with_lower: bool,
    /// `]` rather than `)`.
    pub with_upper: bool,
}
