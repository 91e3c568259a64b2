//! The structure of a YAML or JSON text, also of one that does not parse at the moment.
//!
//! While somebody types, the text is seldom valid. The reader here never fails: indentation, brackets and colons give it
//! keys, values and tags, and a line that it does not understand costs that line only. Findings do not come from it.

mod block;
mod cursor;
mod flow;
mod node;
mod scalar;

pub use cursor::{Cursor, Slot};
pub use node::{Node, NodeId, Outline, Quote, Step, Token, Value};

use block::Reader;

/// Reads a text.
pub fn read(text: &str) -> Outline<'_> {
    Reader::new(text).read().0
}

/// Reads a text up to an offset; also returns what is being typed there, unless it is a comment.
pub fn read_until(text: &str, offset: usize) -> (Outline<'_>, Option<Cursor>) {
    Reader::new(text.get(..offset).unwrap_or(text)).read()
}

#[cfg(test)]
mod tests;
