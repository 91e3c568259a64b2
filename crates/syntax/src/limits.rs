//! Resource limits for parsing.

/// Limits on one document. Exceeding a limit is a [`SyntaxError`](super::SyntaxError).
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Maximum size of the document in bytes.
    pub bytes: usize,
    /// Maximum number of nodes in the tree, keys included.
    pub nodes: usize,
    /// Maximum number of nodes, keys excluded, in a document that may use aliases; cfn-lint's limit.
    pub aliased_nodes: usize,
    /// Maximum bytes of the strings in a document with aliases, each string counted as often as aliases repeat it; at
    /// least the size of the document.
    pub aliased_bytes: usize,
    /// Maximum nesting depth of collections, including the map that a short tag implies.
    pub depth: usize,
    /// How two escapes that are one character in JSON are read.
    pub surrogate_pairs: SurrogatePairs,
}

/// How `"\ud83d\ude00"` is read: the escapes of the two halves of a character above U+FFFF.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SurrogatePairs {
    /// As the character, as in JSON.
    #[default]
    Joined,
    /// As an error, as by libyaml.
    Refused,
}

/// Returns the character of two halves of a surrogate pair.
pub(crate) fn joined(first: u32, second: u32) -> u32 {
    0x10000 + ((first & 0x3ff) << 10 | second & 0x3ff)
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            bytes: 64 << 20,
            nodes: 4_000_000,
            aliased_nodes: 250_000,
            aliased_bytes: 64 << 20,
            depth: 200,
            surrogate_pairs: SurrogatePairs::default(),
        }
    }
}
