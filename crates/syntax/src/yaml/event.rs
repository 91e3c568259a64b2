//! Events, the output of the parser.

use super::mark::Mark;
use super::token::ScalarStyle;

/// An event and its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Event<'a> {
    /// The kind of event.
    pub kind: EventKind<'a>,
    /// The start of the event in the text.
    pub start: Mark,
    /// The end of the event in the text.
    pub end: Mark,
}

/// A resolved tag: the concatenation of prefix and suffix. They are kept apart because joining a long prefix for every
/// use could exhaust memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FullTag<'a> {
    /// The prefix that the tag handle is declared for.
    pub prefix: &'a str,
    /// The rest of the tag.
    pub suffix: &'a str,
}

/// The properties of a node: `&anchor` and `!tag`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Properties<'a> {
    /// The name of the anchor.
    pub anchor: Option<&'a str>,
    /// The tag, if there is one.
    pub tag: Option<FullTag<'a>>,
}

/// The kind of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventKind<'a> {
    /// The start of the stream.
    StreamStart,
    /// The end of the stream.
    StreamEnd,
    /// The start of a document.
    DocumentStart {
        /// Whether `---` is missing.
        implicit: bool,
    },
    /// The end of a document.
    DocumentEnd {
        /// Whether `...` is missing.
        implicit: bool,
    },
    /// `*name`
    Alias(&'a str),
    /// A scalar.
    Scalar {
        /// The anchor and tag.
        properties: Properties<'a>,
        /// The text of the scalar.
        value: &'a str,
        /// Whether the type follows from the text.
        plain_implicit: bool,
        /// Whether the scalar is a string because it is quoted.
        quoted_implicit: bool,
        /// The style in the source.
        style: ScalarStyle,
    },
    /// The start of a sequence.
    SequenceStart {
        /// The anchor and tag.
        properties: Properties<'a>,
        /// Whether it is written in brackets.
        flow: bool,
    },
    /// The end of a sequence.
    SequenceEnd,
    /// The start of a mapping.
    MappingStart {
        /// The anchor and tag.
        properties: Properties<'a>,
        /// Whether it is written in braces.
        flow: bool,
    },
    /// The end of a mapping.
    MappingEnd,
}
