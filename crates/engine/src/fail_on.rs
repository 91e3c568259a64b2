//! Which findings make a run not compliant.

use std::str::FromStr;

use super::choice::{ChoiceError, choice_named};
use cfn_warden_syntax::finding::{Finding, Severity};

/// The minimum severity that makes a report not compliant. Something that could not be checked always does.
///
/// ```
/// use cfn_warden_engine::FailOn;
///
/// assert_eq!("warning".parse(), Ok(FailOn::Warning));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FailOn {
    /// Errors.
    #[default]
    Error,
    /// Errors and warnings.
    Warning,
    /// No finding.
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

impl FromStr for FailOn {
    type Err = ChoiceError;

    fn from_str(name: &str) -> Result<FailOn, ChoiceError> {
        let all = [
            ("error", FailOn::Error),
            ("warning", FailOn::Warning),
            ("never", FailOn::Never),
        ];
        choice_named("threshold", name, all)
    }
}
