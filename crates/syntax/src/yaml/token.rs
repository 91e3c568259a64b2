//! Tokens, the output of the scanner.

use super::mark::Mark;

/// A token and its position.
#[derive(Debug, Clone, Copy)]
pub(super) struct Token<'a> {
    pub kind: TokenKind<'a>,
    pub start: Mark,
    pub end: Mark,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TokenKind<'a> {
    StreamStart,
    StreamEnd,
    VersionDirective { major: u32, minor: u32 },
    TagDirective { handle: &'a str, prefix: &'a str },
    DocumentStart,
    DocumentEnd,
    BlockSequenceStart,
    BlockMappingStart,
    BlockEnd,
    FlowSequenceStart,
    FlowSequenceEnd,
    FlowMappingStart,
    FlowMappingEnd,
    BlockEntry,
    FlowEntry,
    Key,
    Value,
    Alias(&'a str),
    Anchor(&'a str),
    Tag { handle: &'a str, suffix: &'a str },
    Scalar { value: &'a str, style: ScalarStyle },
}

/// The style of a scalar in the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScalarStyle {
    /// Without quotes.
    Plain,
    /// `'...'`
    Single,
    /// `"..."`
    Double,
    /// `|`
    Literal,
    /// `>`
    Folded,
}
