//! How much a text may ask of us.

/// Bounds on one text. Beyond each stands an error, never a crash.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Bytes of the text.
    pub bytes: usize,
    /// Nodes of the tree, keys included.
    pub nodes: usize,
    /// Nodes of a tree that may use aliases, keys not included: cfn-lint's own limit.
    pub aliased_nodes: usize,
    /// Collections within collections, the map that a short tag stands for among them.
    pub depth: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { bytes: 64 << 20, nodes: 4_000_000, aliased_nodes: 250_000, depth: 200 }
    }
}
