//! The errors of packs.

/// The reason why a pack could not be created.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PackError {
    /// The text is not JSON; contains the parser's message with line and column.
    NotJson(String),
    /// The document exceeds the format's limits: 2^21 words or strings, 16 MB of text.
    TooLarge,
    /// The JSON is not a resource type's schema: `typeName` is missing.
    NotASchema,
    /// The block is not a pack, or has another version or keyword list.
    NotAPack(&'static str),
}

impl std::fmt::Display for PackError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PackError::NotJson(what) => write!(f, "not JSON: {what}"),
            PackError::TooLarge => {
                write!(
                    f,
                    "too large for a pack; expected at most 2^21 values or strings and 16 MB of text"
                )
            }
            PackError::NotASchema => write!(f, "not a resource type schema: `typeName` is missing"),
            PackError::NotAPack(what) => write!(f, "not a valid pack: {what}; run `make schemas`"),
        }
    }
}

impl std::error::Error for PackError {}
