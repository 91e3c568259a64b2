//! The end of a text that somebody types.

use super::node::{NodeId, Token};

/// Where the end of a text is in its structure: what is being typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cursor {
    /// The value, or the collection that the next key or item belongs to.
    pub node: NodeId,
    /// What can be typed.
    pub slot: Slot,
    /// What is already typed; empty at the end of the text if there is nothing.
    pub word: Token,
}

/// What can be typed at a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slot {
    /// A key of the map `node`.
    Key,
    /// The value `node`.
    Value,
    /// The first key of the value `node`, or the value itself.
    KeyOrValue,
}
