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
    /// Maximum nesting depth of collections, including the map that a short tag implies.
    pub depth: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { bytes: 64 << 20, nodes: 4_000_000, aliased_nodes: 250_000, depth: 200 }
    }
}
