//! Texts that a request names.

/// A named text.
#[derive(Debug, Clone, Copy)]
pub struct Input<'r> {
    /// The name in reports; empty for standard input.
    pub name: &'r str,
    /// The raw bytes; the engine reports content that is not UTF-8.
    pub content: &'r [u8],
}
