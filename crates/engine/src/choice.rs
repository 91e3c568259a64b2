//! Settings with a few values, each with the name that the command line has for it.

use std::fmt;

use cfn_warden_syntax::names;

/// A name that a setting does not have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChoiceError(String);

/// Returns the value of a setting with a name.
///
/// # Errors
/// The nearest name, and all names.
pub fn choice_named<C: Copy, const N: usize>(
    setting: &str,
    name: &str,
    all: [(&str, C); N],
) -> Result<C, ChoiceError> {
    if let Some((_, choice)) = all.iter().find(|(known, _)| *known == name) {
        return Ok(*choice);
    }
    let names = all.map(|(known, _)| known);
    Err(ChoiceError(format!(
        "unknown {setting} `{name}`; {}",
        names::one_of(name, &names)
    )))
}

impl fmt::Display for ChoiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ChoiceError {}
