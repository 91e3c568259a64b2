//! JSON in one block of little-endian words, read in place.
//!
//! Equal subtrees are stored once, so the schemas of all resource types take a quarter of the size of their JSON, and
//! equal IDs mean equal values. Nothing is decoded in advance: a [`Json`] is an ID and a reference, and its methods
//! read only the words they need. `schemas/README.md` describes the format.
//!
//! Children have lower indices than their parents. The reader enforces this: an ID that violates it reads as `null`, so
//! a corrupt block can cause neither a panic nor an endless loop.

mod block;
mod error;
mod json;
mod layout;
mod object;
mod part;
mod python;
mod references;
mod text;
mod writer;

pub use block::Pack;
pub use error::PackError;
pub use json::{Json, JsonKind, JsonList};
pub use object::{JsonObject, Key};
pub use writer::Writer;

#[cfg(test)]
mod tests;
