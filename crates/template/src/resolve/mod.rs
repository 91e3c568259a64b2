//! A template as it will be deployed: functions whose inputs are known are values, what conditions leave out is gone.
//!
//! What is not known stays the function that it was. Every value stands where its function stood, so what is found in
//! the resolved document is shown in the text as it was written; a [`Resolution`] says which value came from where.
//! `Resources` and `Outputs` are resolved; the other sections stay as they are.
//!
//! - [`known`]: what parameters and pseudo parameters are;
//! - [`evaluate`]: what a function or a condition comes to, where that is known;
//! - [`rewrite`]: the tree with the values in it.

mod evaluate;
mod known;
mod rewrite;

use std::fmt;

use bumpalo::Bump;

use super::ParameterSet;
use cfn_warden_syntax::{Path, Position, Step, Tree};

/// The longest value that is shown for a person, in characters.
const LONGEST: usize = 80;

/// What resolving stands on.
#[derive(Debug, Clone, Copy)]
pub struct Inputs<'i> {
    /// The values given, for parameters and for pseudo parameters (`AWS::Region`).
    pub given: &'i ParameterSet,
    /// What a parameter is that is not given.
    pub defaults: Defaults,
}

/// What a parameter is that is not given.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Defaults {
    /// Its default.
    #[default]
    Used,
    /// Unknown.
    Unknown,
}

/// A resolved document, and what went into it.
#[derive(Debug)]
pub struct Resolved<'a> {
    /// The document; `None` where nothing in it changed.
    pub tree: Option<Tree<'a>>,
    /// Which value came from where.
    pub resolution: Resolution,
}

/// Which value came from where.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Resolution {
    /// Parameters and pseudo parameters whose values were used, by name.
    pub parameters: Vec<Known>,
    /// Conditions that were decided, by name.
    pub conditions: Vec<(String, bool)>,
    /// Resources and outputs that are not deployed, by their path, each with its condition.
    pub removed: Vec<(Path, String)>,
    /// Parameters whose values are not known, by name.
    pub unknown: Vec<(String, Unknown)>,
    /// The functions that became values, by path.
    pub replaced: Vec<Replaced>,
    /// Whether a limit was met, beyond which functions stayed.
    pub limited: bool,
}

/// A value that was used.
#[derive(Debug, Clone, PartialEq)]
pub struct Known {
    /// The parameter.
    pub name: String,
    /// Its value, for a person; `****` where it is not to be shown.
    pub value: String,
    /// Where it came from.
    pub origin: Origin,
}

/// Where a value came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// It was given: in a file, at a place, as far as known.
    Given {
        /// The file.
        file: Option<String>,
        /// Where in it.
        at: Option<Position>,
    },
    /// The template's default.
    Default(Position),
    /// It follows from the region that was given.
    Region,
}

/// Why a parameter's value is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unknown {
    /// None was given, and it has no default.
    Missing,
    /// It is hidden (`NoEcho`): it decides conditions, but is put nowhere.
    Hidden,
    /// It is the name of a value that Systems Manager keeps.
    Stored,
    /// The value given is not one of the parameter's type.
    Unfit,
}

/// A function that became a value.
#[derive(Debug, Clone, PartialEq)]
pub struct Replaced {
    /// Where, in the resolved document.
    pub path: Path,
    /// Which: `Ref Env`, `Fn::Sub`.
    pub function: String,
    /// The parameters, conditions and mappings that it came from.
    pub causes: Vec<String>,
}

/// The document of a template as these inputs deploy it.
pub fn resolve<'a>(arena: &'a Bump, tree: &Tree<'a>, inputs: &Inputs<'_>) -> Resolved<'a> {
    rewrite::resolve(arena, tree, inputs)
}

impl Resolution {
    /// The functions that became values on the way to a path, at it, and below it.
    pub fn at<'r>(&'r self, path: &'r Path) -> impl Iterator<Item = &'r Replaced> {
        let steps = path.0.as_slice();
        let from = |steps: &[Step]| {
            let start = self.replaced.partition_point(|one| one.path.0.as_slice() < steps);
            self.replaced.get(start..).unwrap_or_default()
        };
        let above = (0..steps.len()).filter_map(move |len| {
            let way = steps.get(..len)?;
            Some(from(way).iter().take_while(move |one| one.path.0 == way))
        });
        above.flatten().chain(from(steps).iter().take_while(move |one| one.path.0.starts_with(steps)))
    }

    /// A cause for a person: `Env = prod (prod.json:3:5)`, `IsProd is true`.
    pub fn told(&self, cause: &str) -> String {
        if let Some(known) = self.parameters.iter().find(|known| known.name == cause) {
            return known.to_string();
        }
        match self.conditions.iter().find(|(name, _)| name == cause) {
            Some((name, holds)) => format!("{name} is {holds}"),
            None => cause.to_owned(),
        }
    }
}

impl fmt::Display for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = self.value.char_indices().nth(LONGEST).and_then(|(end, _)| self.value.get(..end));
        match shown {
            Some(beginning) => write!(f, "{} = {beginning}… ({})", self.name, self.origin),
            None => write!(f, "{} = {} ({})", self.name, self.value, self.origin),
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Given { file: Some(file), at: Some(at) } => write!(f, "{file}:{}:{}", at.line, at.column),
            Origin::Given { file: Some(file), at: None } => f.write_str(file),
            Origin::Given { file: None, .. } => f.write_str("given"),
            Origin::Default(at) => write!(f, "the default at {}:{}", at.line, at.column),
            Origin::Region => f.write_str("of the region"),
        }
    }
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unknown::Missing => "no value was given, and it has no default",
            Unknown::Hidden => "its value is hidden",
            Unknown::Stored => "its value is kept by Systems Manager",
            Unknown::Unfit => "the value given does not fit its type",
        })
    }
}
