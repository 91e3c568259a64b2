//! Settings with a few values, each with the name that the command line has for it.

use std::str::FromStr;

use crate::engine::{self, choice_named};
pub use crate::engine::{ChoiceError, FailOn};
use cfn_warden_syntax::finding::Severity;

/// The deployments of a template that Guard rules are evaluated on.
///
/// ```
/// use cfn_warden::Deployments;
///
/// assert_eq!("any".parse(), Ok(Deployments::Any));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Deployments {
    /// The template as it is written, after its transforms.
    #[default]
    Written,
    /// All deployments.
    Any,
    /// Those with the default values of all parameters that have one.
    Default,
    /// Those with the parameter values of the checker.
    Given,
}

/// How a rule counts whose verdict depends on a value that is not known.
///
/// ```
/// use cfn_warden::Unknowns;
///
/// assert_eq!("pass".parse(), Ok(Unknowns::Pass));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unknowns {
    /// As information.
    Pass,
    /// As a warning.
    Warn,
    /// As an error.
    Fail,
}

/// A severity that replaces that of a rule.
///
/// ```
/// use cfn_warden::RuleLevel;
///
/// assert_eq!("off".parse(), Ok(RuleLevel::Off));
/// assert!("of".parse::<RuleLevel>().is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RuleLevel {
    /// The findings have this severity.
    Is(Severity),
    /// The findings are removed and counted.
    Off,
}

impl FromStr for Deployments {
    type Err = ChoiceError;

    fn from_str(name: &str) -> Result<Deployments, ChoiceError> {
        let all = [
            ("written", Deployments::Written),
            ("any", Deployments::Any),
            ("default", Deployments::Default),
            ("given", Deployments::Given),
        ];
        choice_named("set of deployments", name, all)
    }
}

impl FromStr for Unknowns {
    type Err = ChoiceError;

    fn from_str(name: &str) -> Result<Unknowns, ChoiceError> {
        let all = [
            ("pass", Unknowns::Pass),
            ("warn", Unknowns::Warn),
            ("fail", Unknowns::Fail),
        ];
        choice_named("policy for unknown values", name, all)
    }
}

impl FromStr for RuleLevel {
    type Err = ChoiceError;

    fn from_str(name: &str) -> Result<RuleLevel, ChoiceError> {
        let all = [
            ("error", RuleLevel::Is(Severity::Error)),
            ("warning", RuleLevel::Is(Severity::Warning)),
            ("informational", RuleLevel::Is(Severity::Informational)),
            ("off", RuleLevel::Off),
        ];
        choice_named("severity", name, all)
    }
}

impl From<Deployments> for engine::View {
    fn from(deployments: Deployments) -> engine::View {
        use engine::DeploymentScope;
        match deployments {
            Deployments::Written => engine::View::Expanded,
            Deployments::Any => engine::View::Deployments(DeploymentScope::Any),
            Deployments::Default => engine::View::Deployments(DeploymentScope::Default),
            Deployments::Given => engine::View::Deployments(DeploymentScope::Given),
        }
    }
}

impl From<Unknowns> for engine::UnknownPolicy {
    fn from(unknowns: Unknowns) -> engine::UnknownPolicy {
        match unknowns {
            Unknowns::Pass => engine::UnknownPolicy::Pass,
            Unknowns::Warn => engine::UnknownPolicy::Warn,
            Unknowns::Fail => engine::UnknownPolicy::Fail,
        }
    }
}

impl From<RuleLevel> for engine::SeverityLevel {
    fn from(level: RuleLevel) -> engine::SeverityLevel {
        match level {
            RuleLevel::Is(severity) => engine::SeverityLevel::Is(severity),
            RuleLevel::Off => engine::SeverityLevel::Off,
        }
    }
}
