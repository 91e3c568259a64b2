//! Rules of findings about variable values.

use std::borrow::Cow;

use super::location::ReportLocation;
use cfn_warden_syntax::Path;
use cfn_warden_syntax::finding::{Engine, Finding, RuleRef, Severity, Subject};

/// A rule of the variable check.
#[derive(Debug)]
pub struct RuleInfo {
    /// The rule ID.
    pub id: &'static str,
    /// The title.
    pub title: &'static str,
    /// The description.
    pub description: &'static str,
}

/// All rules.
pub static ALL: [&RuleInfo; 4] = [&TYPE, &REQUIRED, &UNDECLARED, &VALIDATION];

/// A value does not match its variable's type.
pub static TYPE: RuleInfo = RuleInfo {
    id: "variable_type",
    title: "The value has another type than the variable",
    description: "A variable's value, and all that it holds, must have the type that the variable declares.",
};

/// A variable has no value.
pub static REQUIRED: RuleInfo = RuleInfo {
    id: "variable_required",
    title: "The variable needs a value",
    description: "A variable without a default must be given a value.",
};

/// A value is for an undeclared variable.
pub static UNDECLARED: RuleInfo = RuleInfo {
    id: "variable_undeclared",
    title: "The value is for no variable",
    description: "A value for a name that the module does not declare is passed over: often the name is misspelt.",
};

/// A value does not satisfy a condition.
pub static VALIDATION: RuleInfo = RuleInfo {
    id: "variable_validation",
    title: "The value does not meet a condition of the variable",
    description: "A variable's value must meet the condition of each validation block of the variable.",
};

/// Returns a finding at a location.
pub fn finding(rule: &RuleInfo, severity: Severity, message: String, location: ReportLocation, path: Path) -> Finding {
    Finding {
        engine: Engine::Terraform,
        rule: RuleRef {
            id: Cow::Borrowed(rule.id),
            title: Cow::Borrowed(rule.title),
            description: Cow::Borrowed(rule.description),
            source: Cow::Borrowed(""),
        },
        severity,
        message,
        file: location.file,
        path: Some(path),
        span: location.span,
        value_span: Some(location.span),
        remediation: None,
        children: Vec::new(),
        subject: Subject::Other,
    }
}
