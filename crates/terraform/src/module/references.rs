//! What is said of names that are not declared.

use std::rc::Rc;

use crate::support::similar::nearest;

/// Something that is a name.
pub trait AsName {
    /// The name.
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

/// The declared name that looks most like it.
pub fn similar<'n, N: AsName + 'n>(name: &str, names: impl Iterator<Item = &'n N>) -> Option<&'n str> {
    nearest(name, names.map(AsName::name))
}

/// That it has not been declared, and what may have been meant.
pub fn undeclared<'n, N: AsName + 'n>(what: &str, name: &str, names: impl Iterator<Item = &'n N>) -> String {
    let near = similar(name, names).map_or_else(String::new, |near| format!(" Did you mean \"{near}\"?"));
    format!("{what} with the name \"{name}\" has not been declared.{near}")
}
