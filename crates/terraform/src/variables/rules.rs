//! Rules of findings about variable values.

use std::borrow::Cow;

use super::location::ReportLocation;
use cfn_warden_syntax::finding::{Aspect, Certainty, Engine, Finding, RuleRef, Severity};
use cfn_warden_syntax::{Path, Text};

/// A rule of the variable check.
#[derive(Debug)]
pub struct RuleInfo {
    /// The rule ID.
    pub id: &'static str,
    /// The title, as on the page in `docs/rules`.
    pub title: &'static str,
    /// The description: the first paragraph of the page.
    pub description: &'static str,
}

/// All rules.
pub static ALL: [&RuleInfo; 4] = [&TYPE, &REQUIRED, &UNDECLARED, &VALIDATION];

/// A value does not match its variable's type.
pub static TYPE: RuleInfo = RuleInfo {
    id: "variable_type",
    title: "Value does not match the variable's type",
    description: "A variable's value and its nested values must have the declared type.",
};

/// A variable has no value.
pub static REQUIRED: RuleInfo = RuleInfo {
    id: "variable_required",
    title: "Variable has no value",
    description: "A variable without a default needs a value.",
};

/// A value is for an undeclared variable.
pub static UNDECLARED: RuleInfo = RuleInfo {
    id: "variable_undeclared",
    title: "Value for an undeclared variable",
    description: "Terraform ignores values for variables that the module does not declare. Often the name is misspelled.",
};

/// A value does not satisfy a condition.
pub static VALIDATION: RuleInfo = RuleInfo {
    id: "variable_validation",
    title: "Value does not satisfy a condition of the variable",
    description: "A variable's value must satisfy the conditions of all validation blocks of the variable.",
};

/// Returns a finding at a location.
pub fn finding(
    rule: &RuleInfo,
    severity: Severity,
    message: Text,
    location: ReportLocation,
    path: Path,
) -> Finding {
    Finding {
        engine: Engine::Terraform,
        rule: RuleRef {
            id: Cow::Borrowed(rule.id),
            title: Cow::Borrowed(rule.title),
            description: Cow::Borrowed(rule.description),
            source: Cow::Borrowed(""),
            control: None,
        },
        severity,
        message,
        file: location.file,
        path: Some(path),
        span: location.span,
        value_span: Some(location.span),
        remediation: None,
        fix: None,
        children: Vec::new(),
        aspect: Aspect::Other,
        certainty: Certainty::Certain,
        deployments: None,
        related: Vec::new(),
        documentation: None,
        extent: None,
        identity: None,
        fingerprint: None,
        original_severity: None,
        warn_mode: None,
    }
}
