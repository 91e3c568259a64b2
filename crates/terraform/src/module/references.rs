//! Messages for undeclared names.

use std::rc::Rc;

use crate::support::similar::nearest;

/// A value that is a name.
pub trait AsName {
    /// Returns the name.
    fn name(&self) -> &str;
}

impl AsName for Rc<str> {
    fn name(&self) -> &str {
        self
    }
}

impl AsName for &str {
    fn name(&self) -> &str {
        self
    }
}

/// Returns the most similar declared name.
pub fn similar<'n, N: AsName + 'n>(
    name: &str,
    names: impl Iterator<Item = &'n N>,
) -> Option<&'n str> {
    nearest(name, names.map(AsName::name))
}

/// Returns the message for an undeclared name, with a suggestion.
pub fn undeclared<'n, N: AsName + 'n>(
    what: &str,
    name: &str,
    names: impl Iterator<Item = &'n N>,
) -> String {
    let near =
        similar(name, names).map_or_else(String::new, |near| format!(" Did you mean \"{near}\"?"));
    format!("{what} with the name \"{name}\" has not been declared.{near}")
}
