//! Mistakes in a file of schemas.

use cfn_warden_syntax::{NodeId, Position, Tree};

/// Maximum number of mistakes that are reported for a file.
const MOST: usize = 20;

/// A mistake in a file of schemas.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OverlayError {
    /// The position in the file.
    pub at: Position,
    /// What is wrong, and what is expected.
    pub message: String,
}

/// The mistakes that were found so far.
pub struct Mistakes<'t> {
    /// The file.
    pub tree: &'t Tree<'t>,
    /// The mistakes.
    pub found: Vec<OverlayError>,
}

impl Mistakes<'_> {
    /// Adds a mistake at a node.
    pub fn add(&mut self, at: NodeId, message: impl Into<String>) {
        if self.found.len() < MOST {
            self.found.push(OverlayError {
                at: self.tree.span(at).start,
                message: message.into(),
            });
        }
    }
}
