//! Regular expressions of rules: fancy-regex, the reference's dialect, compiled when first used.
//!
//! Its expressions are compiled for all of Unicode, which takes milliseconds for one `\w{1,64}`. Most texts are ASCII and
//! most expressions mean the same there without Unicode: those two are matched by an expression that is compiled in
//! microseconds, or by a search for what every match holds.

mod quick;
mod shape;

use std::sync::OnceLock;

use self::quick::Quick;
pub use self::shape::compiles_for_certain;

/// A regular expression: searches, does not anchor.
#[derive(Debug)]
pub struct Regex {
    text: Box<str>,
    /// For ASCII texts, where the expression allows it.
    quick: OnceLock<Option<Box<Quick>>>,
    compiled: OnceLock<Result<Box<fancy_regex::Regex>, String>>,
}

impl Regex {
    /// Of this text, without the slashes.
    pub fn new(text: Box<str>) -> Regex {
        Regex { text, quick: OnceLock::new(), compiled: OnceLock::new() }
    }

    /// The text, without the slashes.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether it is found in a text; an error where it does not compile or takes too many steps.
    pub fn is_match(&self, text: &str) -> Result<bool, String> {
        if text.is_ascii()
            && let Some(quick) = self.quick.get_or_init(|| Quick::of(&self.text).map(Box::new))
            && let Some(found) = quick.is_match(text)
        {
            return Ok(found);
        }
        let compiled =
            self.compiled.get_or_init(|| compile(&self.text).map(Box::new)).as_ref().map_err(String::clone)?;
        compiled.is_match(text).map_err(|error| error.to_string())
    }
}

/// Compiles a text with the limits that hold for every expression.
pub fn compile(text: &str) -> Result<fancy_regex::Regex, String> {
    fancy_regex::Regex::new(text).map_err(|error| error.to_string())
}
