//! Settings with a few values, each with the name that the command line has for it.

use std::fmt;
use std::str::FromStr;

use crate::engine;
use cfn_warden_syntax::finding::Severity;
use cfn_warden_syntax::names;

/// What makes a report not compliant. Something that could not be checked always does.
///
/// ```
/// use cfn_warden::FailOn;
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

/// A name that a setting does not have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChoiceError(String);

pub(super) fn named<C: Copy, const N: usize>(
    what: &str,
    name: &str,
    all: [(&str, C); N],
) -> Result<C, ChoiceError> {
    if let Some((_, choice)) = all.iter().find(|(known, _)| *known == name) {
        return Ok(*choice);
    }
    let names = all.map(|(known, _)| known);
    Err(ChoiceError(format!(
        "unknown {what} `{name}`; {}",
        names::one_of(name, &names)
    )))
}

impl FromStr for FailOn {
    type Err = ChoiceError;

    fn from_str(name: &str) -> Result<FailOn, ChoiceError> {
        named(
            "threshold",
            name,
            [
                ("error", FailOn::Error),
                ("warning", FailOn::Warning),
                ("never", FailOn::Never),
            ],
        )
    }
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
        named("set of deployments", name, all)
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
        named("policy for unknown values", name, all)
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
        named("severity", name, all)
    }
}

impl From<FailOn> for engine::FailOn {
    fn from(threshold: FailOn) -> engine::FailOn {
        match threshold {
            FailOn::Error => engine::FailOn::Error,
            FailOn::Warning => engine::FailOn::Warning,
            FailOn::Never => engine::FailOn::Never,
        }
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

impl fmt::Display for ChoiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ChoiceError {}
