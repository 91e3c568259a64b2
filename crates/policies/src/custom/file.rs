//! Files of a pack.

/// The manifest in a pack.
pub const MANIFEST: &str = "pack.toml";

/// A file of a pack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackFile {
    /// The path in the pack, with `/`.
    pub name: String,
    /// The bytes, as stored.
    pub content: Vec<u8>,
}

/// Returns the text of a file.
pub fn text(file: &PackFile) -> Result<&str, String> {
    std::str::from_utf8(&file.content).map_err(|_| format!("{}: the file is not UTF-8", file.name))
}
