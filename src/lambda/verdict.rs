//! Request fields that influence the verdict: severity threshold, view and coverage policies.

use std::collections::BTreeMap;

use super::config::Config;
use super::error::RequestError;
use super::event::Fields;
use super::request::{parse, scalar};
use crate::engine::coverage::Policies;
use crate::engine::{DeploymentScope, FailOn, UnknownPolicy, View};
use cfn_warden_syntax::finding::TemplateSuppressions;

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
        other => Err(format!("invalid value `{other}`; expected any, default, given or written")),
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
        other => Err(format!("invalid value `{other}`; expected pass, warn or fail")),
    }
}

/// Decodes `deployments`, with the configured value as default.
///
/// # Errors
/// [`RequestError`] for an unknown value.
pub fn deployments(fields: &Fields<'_>, config: &Config) -> Result<Option<DeploymentScope>, RequestError> {
    match scalar::<String>(fields, "deployments", "a string")? {
        Some(word) => deployments_named(&word).map_err(|reason| RequestError::field("deployments", reason)),
        None => Ok(config.deployments),
    }
}

/// Decodes `unknown`, with the configured value as default.
///
/// # Errors
/// [`RequestError`] for an unknown value.
pub fn unknown(fields: &Fields<'_>, config: &Config) -> Result<UnknownPolicy, RequestError> {
    match scalar::<String>(fields, "unknown", "a string")? {
        Some(word) => unknown_named(&word).map_err(|reason| RequestError::field("unknown", reason)),
        None => Ok(config.unknown),
    }
}

/// Decodes `template_suppressions`, with the configured value as default.
///
/// # Errors
/// [`RequestError`] for a value other than `allow` or `deny`.
pub fn suppressions(fields: &Fields<'_>, config: &Config) -> Result<TemplateSuppressions, RequestError> {
    const FIELD: &str = "template_suppressions";
    match scalar::<String>(fields, FIELD, "a string")? {
        Some(word) => TemplateSuppressions::named(&word).map_err(|reason| RequestError::field(FIELD, reason)),
        None => Ok(config.template_suppressions.unwrap_or_default()),
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

/// Decodes `coverage`: an object from kinds to policies; other kinds have their configured policies.
///
/// # Errors
/// [`RequestError`] for the first unknown kind or policy.
pub fn policies(fields: &Fields<'_>, config: &Config) -> Result<Policies, RequestError> {
    let mut policies = config.coverage.clone();
    let Some(value) = fields.get("coverage") else { return Ok(policies) };
    let named: BTreeMap<String, String> = parse(value, "coverage", "an object such as {\"macro\": \"fail\"}")?;
    for (kind, policy) in &named {
        let set = policies.set_named(kind, policy);
        set.map_err(|reason| RequestError::field(format!("coverage.{kind}"), reason))?;
    }
    Ok(policies)
}
