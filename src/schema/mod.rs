//! What a template may say: the knowledge base, and the JSON Schema engine that reads it.

pub mod attributes;
pub mod keyword;
pub mod pack;
pub mod pointer;
pub mod store;

pub use attributes::{Attribute, Attributes};
pub use pack::{Json, JsonKind, JsonList, JsonObject, Key, Pack, PackError};
