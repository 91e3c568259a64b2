//! Which findings make a run not compliant.

use cfn_warden_syntax::finding::{Finding, Severity};

/// The minimum severity that makes a run not compliant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FailOn {
    /// Errors.
    #[default]
    Error,
    /// Errors and warnings.
    Warning,
    /// No finding. Incomplete checks still make the run not compliant.
    Never,
}

impl FailOn {
    /// Returns whether a finding makes a run not compliant.
    pub fn counts(self, finding: &Finding) -> bool {
        let is_enforced = finding.warn_mode.is_none();
        match self {
            FailOn::Error => is_enforced && finding.severity >= Severity::Error,
            FailOn::Warning => is_enforced && finding.severity >= Severity::Warning,
            FailOn::Never => false,
        }
    }
}
