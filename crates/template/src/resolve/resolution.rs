//! The inputs of a deployment, and the origins of the values in a resolved document.

use std::fmt;

use crate::{DerivationLimits, ParameterSet};
use cfn_warden_syntax::{Path, Position, Step, Tree};

/// The maximum number of characters of a value in messages.
const LONGEST: usize = 80;

/// The inputs of a deployment.
#[derive(Debug, Clone, Copy)]
pub struct Inputs<'i> {
    /// The values of parameters and pseudo parameters (`AWS::Region`) that the user supplies.
    pub parameter_values: &'i ParameterSet,
    /// The treatment of parameters without a supplied value.
    pub defaults: Defaults,
    /// The limits on derived values.
    pub limits: DerivationLimits<'i>,
}

/// The treatment of parameters without a supplied value.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Defaults {
    /// The default value applies.
    #[default]
    Used,
    /// The value is unknown.
    Unknown,
}

/// A resolved document and the values in it.
#[derive(Debug)]
pub struct Resolved<'a> {
    /// The document; `None` if nothing changed.
    pub tree: Option<Tree<'a>>,
    /// The origins of the values.
    pub resolution: Resolution,
}

/// The origins of the values in a resolved document.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Resolution {
    /// Parameters and pseudo parameters whose values were used, by name.
    pub parameters: Vec<UsedParameter>,
    /// Decided conditions, by name.
    pub conditions: Vec<(String, bool)>,
    /// Resources and outputs that are not deployed, by path, with their conditions.
    pub removed: Vec<(Path, String)>,
    /// Parameters whose values are unknown, by name.
    pub unknown: Vec<(String, UnknownReason)>,
    /// The functions that were replaced by values, by path.
    pub replaced: Vec<ReplacedFunction>,
    /// Whether a limit was exceeded, so that some functions were not replaced.
    pub limited: bool,
}

/// A parameter whose value was used.
#[derive(Debug, Clone, PartialEq)]
pub struct UsedParameter {
    /// The name of the parameter.
    pub name: String,
    /// The value for display; `****` if it is hidden.
    pub value: String,
    /// The origin of the value.
    pub origin: Origin,
}

/// The origin of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// The user supplied it.
    Given {
        /// The file that contains it, if any.
        file: Option<String>,
        /// The position in the file, if known.
        at: Option<Position>,
    },
    /// The default in the template, with its position.
    Default(Position),
    /// Derived from the supplied region.
    Region,
}

/// The reason why the value of a parameter is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnknownReason {
    /// No value was supplied, and there is no default.
    Missing,
    /// The value is hidden (`NoEcho`); it decides conditions but is never displayed.
    Hidden,
    /// The value is the name of a Systems Manager parameter.
    Stored,
    /// The supplied value does not have the type of the parameter.
    Unfit,
}

/// A function that was replaced by its value.
#[derive(Debug, Clone, PartialEq)]
pub struct ReplacedFunction {
    /// The path in the resolved document.
    pub path: Path,
    /// The function: `Ref Env`, `Fn::Sub`.
    pub function: String,
    /// The parameters, conditions and mappings that the value depends on.
    pub causes: Vec<String>,
}

impl Resolution {
    /// Returns the replaced functions above a path, at it and below it.
    pub fn at<'r>(&'r self, path: &'r Path) -> impl Iterator<Item = &'r ReplacedFunction> {
        let steps = path.0.as_slice();
        let from = |steps: &[Step]| {
            let start = self
                .replaced
                .partition_point(|one| one.path.0.as_slice() < steps);
            self.replaced.get(start..).unwrap_or_default()
        };
        let above = (0..steps.len()).filter_map(move |len| {
            let way = steps.get(..len)?;
            Some(from(way).iter().take_while(move |one| one.path.0 == way))
        });
        above.flatten().chain(
            from(steps)
                .iter()
                .take_while(move |one| one.path.0.starts_with(steps)),
        )
    }

    /// Describes a cause: `Env = prod (prod.json:3:5)`, `IsProd is true`.
    pub fn describe_cause(&self, cause: &str) -> String {
        if let Some(known) = self.parameters.iter().find(|known| known.name == cause) {
            return known.to_string();
        }
        match self.conditions.iter().find(|(name, _)| name == cause) {
            Some((name, holds)) => format!("{name} is {holds}"),
            None => cause.to_owned(),
        }
    }
}

impl fmt::Display for UsedParameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = self
            .value
            .char_indices()
            .nth(LONGEST)
            .and_then(|(end, _)| self.value.get(..end));
        match shown {
            Some(beginning) => write!(f, "{} = {beginning}… ({})", self.name, self.origin),
            None => write!(f, "{} = {} ({})", self.name, self.value, self.origin),
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Given {
                file: Some(file),
                at: Some(at),
            } => write!(f, "{file}:{}:{}", at.line, at.column),
            Origin::Given {
                file: Some(file),
                at: None,
            } => f.write_str(file),
            Origin::Given { file: None, .. } => f.write_str("given"),
            Origin::Default(at) => write!(f, "the default at {}:{}", at.line, at.column),
            Origin::Region => f.write_str("of the region"),
        }
    }
}

impl fmt::Display for UnknownReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            UnknownReason::Missing => "no value was supplied, and it has no default",
            UnknownReason::Hidden => "its value is hidden",
            UnknownReason::Stored => "its value is stored in Systems Manager",
            UnknownReason::Unfit => "the supplied value does not fit its type",
        })
    }
}
