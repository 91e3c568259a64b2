//! What a template may say: the knowledge base, and the JSON Schema engine that reads it.

pub mod keyword;
pub mod pack;

pub use pack::{Json, JsonKind, JsonList, JsonObject, Key, Pack, PackError};
