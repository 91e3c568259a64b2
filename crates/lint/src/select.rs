//! Selects enabled rules.

use super::Settings;
use cfn_warden_syntax::finding::Finding;
use cfn_warden_template::Compat;

/// Returns the findings of enabled rules. The enabled children of a removed finding replace it.
pub fn enabled(findings: Vec<Finding>, settings: &Settings) -> Vec<Finding> {
    let mut enabled_findings = Vec::with_capacity(findings.len());
    for mut finding in findings {
        let children = enabled(std::mem::take(&mut finding.children), settings);
        if is_enabled(&finding.rule.id, settings) {
            finding.children = children;
            enabled_findings.push(finding);
        } else {
            enabled_findings.extend(children);
        }
    }
    enabled_findings
}

/// Returns whether a rule is enabled. Errors and warnings are enabled unless ignored; mandatory rules cannot be
/// ignored.
pub fn is_enabled(id: &str, settings: &Settings) -> bool {
    if is_experimental(id) && settings.include_experimental != Some(true) {
        return false;
    }
    if is_own(id) && !(settings.deployment_rules && settings.compat == Compat::default()) {
        return false;
    }
    let included = settings
        .include_checks
        .iter()
        .flatten()
        .any(|prefix| id.starts_with(prefix.as_str()));
    if !(included || id.starts_with('E') || id.starts_with('W')) {
        return false;
    }
    if is_mandatory(id, settings) {
        return true;
    }
    let mut ignored = settings.ignore_checks.iter().flatten();
    !ignored.any(|prefix| !prefix.is_empty() && id.starts_with(prefix.as_str()))
}

/// Returns whether a rule is about deployment and cfn-lint does not have it: the second letter of its ID is `D`, where
/// cfn-lint's IDs have a digit.
pub fn is_own(id: &str) -> bool {
    matches!(id.as_bytes(), [b'E' | b'W' | b'I', b'D', digits @ ..] if digits.iter().all(u8::is_ascii_digit))
}

/// Returns whether a rule cannot be disabled or suppressed.
pub fn is_mandatory(id: &str, settings: &Settings) -> bool {
    settings
        .mandatory_checks
        .iter()
        .any(|prefix| id.starts_with(prefix.as_str()))
}

/// Rules that are off by default.
const EXPERIMENTAL: &[&str] = &["I4010", "W4011", "W4012"];

/// Returns whether a rule is off by default.
pub fn is_experimental(id: &str) -> bool {
    EXPERIMENTAL.contains(&id)
}

/// Returns the enabled rules.
pub fn rules(settings: &Settings) -> impl Iterator<Item = &'static super::Rule> {
    settings
        .rules
        .registry()
        .rules()
        .filter(|rule| is_enabled(rule.id.as_str(), settings))
}
