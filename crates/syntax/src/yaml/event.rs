//! What the parser makes of the tokens.

use super::cursor::Mark;
use super::token::ScalarStyle;

/// An event and where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Event<'a> {
    /// What it is.
    pub kind: EventKind<'a>,
    /// Its beginning.
    pub start: Mark,
    /// Its end.
    pub end: Mark,
}

/// A tag, resolved: the text is the prefix and the suffix together. They are not joined: a long prefix, used often,
/// would fill the memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FullTag<'a> {
    /// What the handle stands for.
    pub prefix: &'a str,
    /// What follows it.
    pub suffix: &'a str,
}

/// What stands before a node: `&anchor` and `!tag`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Properties<'a> {
    /// The anchor's name.
    pub anchor: Option<&'a str>,
    /// The tag.
    pub tag: Option<FullTag<'a>>,
}

/// What an event is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventKind<'a> {
    /// The text begins.
    StreamStart,
    /// The text ends.
    StreamEnd,
    /// A document begins.
    DocumentStart {
        /// Without `---`.
        implicit: bool,
    },
    /// A document ends.
    DocumentEnd {
        /// Without `...`.
        implicit: bool,
    },
    /// `*name`
    Alias(&'a str),
    /// A scalar.
    Scalar {
        /// What stands before it.
        properties: Properties<'a>,
        /// Its text.
        value: &'a str,
        /// Its type follows from its text.
        plain_implicit: bool,
        /// It is a string because it is quoted.
        quoted_implicit: bool,
        /// How it was written.
        style: ScalarStyle,
    },
    /// A list begins.
    SequenceStart {
        /// What stands before it.
        properties: Properties<'a>,
        /// In brackets.
        flow: bool,
    },
    /// A list ends.
    SequenceEnd,
    /// A map begins.
    MappingStart {
        /// What stands before it.
        properties: Properties<'a>,
        /// In braces.
        flow: bool,
    },
    /// A map ends.
    MappingEnd,
}
