//! The type of the formats.

/// A format: its name in schemas and its check.
#[derive(Debug)]
pub struct Format {
    /// The name in schemas.
    pub name: &'static str,
    /// Checks a string.
    pub check: fn(&str) -> Answer,
}

/// The result of a format check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// The string has the format.
    Yes,
    /// The string does not have the format.
    No,
    /// cfn-lint's check raises an exception with this text.
    Raised(String),
}

impl From<bool> for Answer {
    fn from(is: bool) -> Answer {
        if is { Answer::Yes } else { Answer::No }
    }
}
