//! Filtering of findings that do not apply to Hooks.

use cfn_warden_syntax::finding::{Engine, Finding, Severity};

/// Lint rules on parts of a template that an event does not contain, or on how values were written: a Hook receives
/// only properties with all functions resolved.
const ABOUT_TEMPLATES: &[&str] = &[
    "E1029", // `${x}` without Fn::Sub: what remains is literal
    "E3006", // the type exists, or CloudFormation would not ask
    "I3011", // events lack UpdateReplacePolicy and DeletionPolicy
    "I3042", // pseudo parameters are resolved
    "I4010", // events lack Metadata
    "W2501", // a password from a parameter is a literal string here
    "W3010", // Fn::GetAZs is resolved
    "W3011", // events lack UpdateReplacePolicy and DeletionPolicy
];

/// In addition, for resources from Cloud Control API: their read-only properties may be included.
const ABOUT_TEMPLATES_ONLY: &str = "E3040";

/// What CloudFormation writes into the contexts of a change set in place of a value that is known only after the change.
pub const KNOWN_AFTER_APPLY: &str = "{{changeSet:KNOWN_AFTER_APPLY}}";

/// Returns whether a finding on the synthetic template of a resource applies to the resource.
pub fn holds_for_properties(finding: &Finding, is_generated: bool) -> bool {
    let id = finding.rule.id.as_ref();
    finding.engine != Engine::Lint
        || !(ABOUT_TEMPLATES.contains(&id) || is_generated && id == ABOUT_TEMPLATES_ONLY)
}

/// Returns whether a rule's finding depends on a value that is known only after the change, except for one that counts
/// as `WARDEN_UNKNOWN` says.
pub fn is_undecided(finding: &Finding) -> bool {
    let mut unknowns = finding.deployments.iter().flat_map(|note| &note.unknowns);
    finding.severity != Severity::Error && unknowns.any(|name| name == KNOWN_AFTER_APPLY)
}
