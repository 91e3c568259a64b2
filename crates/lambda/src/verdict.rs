//! Request fields that influence the verdict: severity threshold, view and coverage policies.

use super::decode::scalar;
use super::error::RequestError;
use super::event::Fields;
use cfn_warden_engine::{DeploymentScope, FailOn, UnknownPolicy, View};

/// Parses `fail_on`.
///
/// # Errors
/// The valid values.
pub fn fail_on(word: &str) -> Result<FailOn, String> {
    match word {
        "error" => Ok(FailOn::Error),
        "warning" => Ok(FailOn::Warning),
        "never" => Ok(FailOn::Never),
        other => Err(format!(
            "invalid value `{other}`; expected error, warning or never"
        )),
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
        other => Err(format!(
            "invalid value `{other}`; expected expanded or written"
        )),
    }
}

/// Parses a choice of deployments; `None` for the template as written.
///
/// # Errors
/// The valid values.
pub fn deployments_named(word: &str) -> Result<Option<DeploymentScope>, String> {
    match word {
        "written" => Ok(None),
        "any" => Ok(Some(DeploymentScope::Any)),
        "default" => Ok(Some(DeploymentScope::Default)),
        "given" => Ok(Some(DeploymentScope::Given)),
        other => Err(format!(
            "invalid value `{other}`; expected any, default, given or written"
        )),
    }
}

/// Parses a policy for unknown values.
///
/// # Errors
/// The valid values.
pub fn unknown_named(word: &str) -> Result<UnknownPolicy, String> {
    match word {
        "pass" => Ok(UnknownPolicy::Pass),
        "warn" => Ok(UnknownPolicy::Warn),
        "fail" => Ok(UnknownPolicy::Fail),
        other => Err(format!(
            "invalid value `{other}`; expected pass, warn or fail"
        )),
    }
}

/// Decodes `view`.
///
/// # Errors
/// [`RequestError`] for a value other than `expanded` or `written`.
pub fn view(fields: &Fields<'_>) -> Result<Option<View>, RequestError> {
    let word: Option<String> = scalar(fields, "view", "a string")?;
    word.map(|word| view_named(&word).map_err(|reason| RequestError::field("view", reason)))
        .transpose()
}
