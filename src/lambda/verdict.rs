//! Request fields that influence the verdict: severity threshold, view and coverage policies.

use super::decode::scalar;
use super::error::RequestError;
use super::event::Fields;
use crate::engine::{FailOn, View};

/// Parses `fail_on`.
///
/// # Errors
/// The valid values.
pub fn fail_on(word: &str) -> Result<FailOn, String> {
    match word {
        "error" => Ok(FailOn::Error),
        "warning" => Ok(FailOn::Warning),
        "never" => Ok(FailOn::Never),
        other => Err(format!("invalid value `{other}`; expected error, warning or never")),
    }
}

/// Parses a view.
///
/// # Errors
/// The valid values.
pub fn view_named(word: &str) -> Result<View, String> {
    match word {
        "expanded" => Ok(View::Expanded),
        "written" => Ok(View::Written),
        other => Err(format!("invalid value `{other}`; expected expanded or written")),
    }
}

/// Decodes `view`.
///
/// # Errors
/// [`RequestError`] for a value other than `expanded` or `written`.
pub fn view(fields: &Fields<'_>) -> Result<Option<View>, RequestError> {
    let word: Option<String> = scalar(fields, "view", "a string")?;
    word.map(|word| view_named(&word).map_err(|reason| RequestError::field("view", reason))).transpose()
}
