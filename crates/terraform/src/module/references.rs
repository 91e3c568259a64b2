//! Messages for undeclared names.

use cfn_warden_syntax::{Operand, Text, text};
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
    what: &'static str,
    name: &str,
    names: impl Iterator<Item = &'n N>,
) -> Text {
    let near = similar(name, names).map_or_else(Text::default, |near| {
        text!(" Did you mean \"{}\"?", Operand::Name(near))
    });
    text!(
        "{} with the name \"{}\" has not been declared.{}",
        what,
        Operand::Name(name),
        near
    )
}
