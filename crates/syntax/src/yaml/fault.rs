//! What is wrong with a text, as libyaml words it.

use super::cursor::Mark;

/// Why a text is no YAML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// A character that YAML does not allow: its code and the offset in bytes.
    Reader {
        /// The character.
        character: char,
        /// Bytes before it.
        offset: usize,
    },
    /// No token can be made of the characters.
    Scanner(Problem),
    /// No document can be made of the tokens.
    Parser(Problem),
    /// An octet of a tag, written `%C0`, that is no UTF-8.
    TagEncoding,
    /// A limit of ours: its name and size.
    Limit {
        /// What there is too much of.
        what: &'static str,
        /// How much is allowed.
        limit: usize,
    },
}

/// A fault with libyaml's words and marks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// What was being read, and where it began.
    pub context: Option<(&'static str, Mark)>,
    /// What is wrong.
    pub problem: &'static str,
    /// Where.
    pub mark: Mark,
}
