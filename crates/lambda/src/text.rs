//! Named texts: documents and rules of a call; the names of rules files.

use cfn_warden_engine::Input;

/// A text in a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// The name given, or the field that contains it; empty for a single document.
    pub name: String,
    /// The text.
    pub content: String,
}

impl Text {
    /// Returns the text as an engine input.
    pub fn input(&self) -> Input<'_> {
        Input {
            name: &self.name,
            content: self.content.as_bytes(),
        }
    }
}

/// The extensions of rules files, in any case, as in the managed Guard Hook.
pub const ENDINGS: [&str; 3] = [".guard", ".rules", ".ruleset"];

/// Returns whether a file name has an extension of rules files.
pub fn is_rules(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ENDINGS.iter().any(|ending| name.ends_with(ending))
}
