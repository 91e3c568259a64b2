//! Regular expressions of rules: fancy-regex, the reference's dialect, compiled when first used.

use std::sync::OnceLock;

/// A regular expression: searches, does not anchor.
#[derive(Debug)]
pub struct Regex {
    text: Box<str>,
    compiled: OnceLock<Result<fancy_regex::Regex, String>>,
}

impl Regex {
    /// Of this text, without the slashes.
    pub fn new(text: Box<str>) -> Regex {
        Regex { text, compiled: OnceLock::new() }
    }

    /// The text, without the slashes.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether it is found in a text; an error where it does not compile or takes too many steps.
    pub fn is_match(&self, text: &str) -> Result<bool, String> {
        let compiled = self.compiled.get_or_init(|| compile(&self.text)).as_ref().map_err(String::clone)?;
        compiled.is_match(text).map_err(|error| error.to_string())
    }
}

/// Compiles a text with the limits that hold for every expression.
pub fn compile(text: &str) -> Result<fancy_regex::Regex, String> {
    fancy_regex::Regex::new(text).map_err(|error| error.to_string())
}
