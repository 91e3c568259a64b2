//! Which rules are wanted.

use super::Settings;
use super::registry;
use super::rule::EXPERIMENTAL;
use cfn_warden_syntax::finding::Finding;

/// The findings whose rules are wanted. Those below a finding that is not wanted take its place.
pub fn enabled(findings: Vec<Finding>, settings: &Settings) -> Vec<Finding> {
    let mut wanted = Vec::with_capacity(findings.len());
    for mut finding in findings {
        let children = enabled(std::mem::take(&mut finding.children), settings);
        if is_enabled(&finding.rule.id, settings) {
            finding.children = children;
            wanted.push(finding);
        } else {
            wanted.extend(children);
        }
    }
    wanted
}

/// Whether a rule is wanted: errors and warnings are, unless ignored; what is mandatory cannot be ignored.
pub fn is_enabled(id: &str, settings: &Settings) -> bool {
    if is_experimental(id) && settings.include_experimental != Some(true) {
        return false;
    }
    let included = settings.include_checks.iter().flatten().any(|prefix| id.starts_with(prefix.as_str()));
    if !(included || id.starts_with('E') || id.starts_with('W')) {
        return false;
    }
    if is_mandatory(id, settings) {
        return true;
    }
    let mut ignored = settings.ignore_checks.iter().flatten();
    !ignored.any(|prefix| !prefix.is_empty() && id.starts_with(prefix.as_str()))
}

/// Whether nothing in a template can switch a rule off.
pub fn is_mandatory(id: &str, settings: &Settings) -> bool {
    settings.mandatory_checks.iter().any(|prefix| id.starts_with(prefix.as_str()))
}

/// Whether a rule is only on when asked for.
pub fn is_experimental(id: &str) -> bool {
    EXPERIMENTAL.contains(&id)
}

/// The rules that are wanted.
pub fn rules(settings: &Settings) -> impl Iterator<Item = &'static super::Rule> {
    registry::every().filter(|rule| is_enabled(rule.id, settings))
}
