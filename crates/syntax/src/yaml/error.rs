//! YAML errors, with libyaml's messages.

use super::mark::Mark;

/// An error that makes a text invalid YAML, or a limit that it exceeds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum YamlError {
    /// A character that YAML does not allow.
    Reader {
        /// The character.
        character: char,
        /// Its offset in bytes.
        offset: usize,
    },
    /// An error in the tokens.
    Scanner(Problem),
    /// An error in the document structure.
    Parser(Problem),
    /// Escaped octets of a tag (`%C0`) that are not valid UTF-8.
    TagEncoding,
    /// An exceeded limit of cfn-warden.
    Limit {
        /// What the limit counts.
        what: &'static str,
        /// The maximum.
        limit: usize,
    },
}

/// An error with libyaml's message and marks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The construct that was being parsed and its start.
    pub context: Option<(&'static str, Mark)>,
    /// The message.
    pub problem: &'static str,
    /// The position of the error.
    pub mark: Mark,
}
