//! Literals in rules.

/// A constant value in a rules file.
#[derive(Debug, Clone, PartialEq)]
pub enum Literal {
    /// `null`
    Null,
    /// `"text"` or `'text'`; the content, with escaped quotes unescaped.
    String(Box<str>),
    /// `/expression/`; the content, with `\/` unescaped. It compiles.
    Regex(Box<str>),
    /// `true`
    Bool(bool),
    /// `-1`
    Int(i64),
    /// `1.5`, `1e9`; may be infinite.
    Float(f64),
    /// `[a, b]`
    List(Vec<Literal>),
    /// `{ key: value }`; a repeated key has its first position and its last value.
    Map(Vec<(Box<str>, Literal)>),
    /// `r[1, 5)`
    IntRange(Range<i64>),
    /// `r[1.0, 5.5]`
    FloatRange(Range<f64>),
    /// `r[a, z]`
    CharRange(Range<char>),
}

/// An interval. It is empty if `upper` is less than `lower`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Range<T> {
    /// The first bound.
    pub lower: T,
    /// The second bound, which may be less than the first.
    pub upper: T,
    /// Whether the lower bound is included: `[` instead of `(`.
    pub with_lower: bool,
    /// Whether the upper bound is included: `]` instead of `)`.
    pub with_upper: bool,
}
