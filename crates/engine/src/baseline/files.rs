//! The files that entries name.

/// What the caller knows of files.
pub trait Files {
    /// Returns the name of a document in entries.
    fn name(&self, document: &str) -> String;
    /// Returns whether a file with this name in an entry exists.
    fn exists(&self, name: &str) -> bool;
}
