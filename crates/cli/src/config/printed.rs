//! What `config` prints.

/// A result and remarks about it.
pub struct Printed {
    /// The text for standard output.
    pub text: String,
    /// The lines for standard error.
    pub remarks: Vec<String>,
}
