//! The template of all its deployments: one document in which values depend on the deployment.
//!
//! A deployment chooses a value for each parameter, and a region. [`varying`] computes the *space* of deployments as far
//! as the template depends on it, its conditions as sets, the deployments that `Rules` allow, and a document in which
//! every place that depends on the deployment has a [`Variation`]: one evaluation in place of one [`resolve`] for each
//! deployment. [`VaryingTemplate::instance`] is the document of one of them.
//!
//! - `literals`: the values with which the template compares its parameters;
//! - `classes`: the values of a parameter, as sets; axes are created when something first depends on them;
//! - `guarded`: evaluation of functions in all deployments of a set;
//! - `conditions`, `rules`: conditions and assertions as sets;
//! - `document`, `marks`, `unknown`: the document;
//! - `instance`: the document of one deployment;
//! - `describe`, `when`, `witness`, `made_up`: sets in the template's own names, and parameter values of a deployment.
//!
//! [`resolve`]: crate::resolve::resolve

mod admit;
mod classes;
mod conditions;
mod describe;
mod document;
mod guarded;
mod instance;
mod literals;
mod made_up;
mod marks;
mod rules;
mod space;
mod unknown;
mod when;
mod witness;

use bumpalo::Bump;

use crate::Parameter;
use crate::resolve::Defaults;
use crate::{ParameterSet, resolve};
use cfn_warden_syntax::Tree;
use cfn_warden_syntax::deployments::Variations;

pub use space::{AxisValue, Dimension, Space, Subject};
pub use when::{Literal, When};
pub use witness::Witness;

/// Decides whether a regular expression matches a text; `None` if it cannot be decided.
pub type Matches<'i> = &'i dyn Fn(&str, &str) -> Option<bool>;

/// The deployments to consider.
#[derive(Clone, Copy)]
pub struct Inputs<'i> {
    /// The values of parameters and pseudo parameters that are fixed.
    pub parameter_values: &'i ParameterSet,
    /// The treatment of other parameters: their default is fixed, or they may have any value.
    pub defaults: Defaults,
    /// The regions to which the template is deployed; if empty, all.
    pub regions: &'i [&'i str],
    /// Matches `AllowedPattern`, with the dialect of the caller.
    pub matches: Matches<'i>,
}

/// A template in all its deployments.
#[derive(Debug)]
pub struct VaryingTemplate<'a> {
    /// The document. `Resources` and `Outputs` contain variations; other sections are as written.
    pub tree: Tree<'a>,
    /// The variations of the document. Their sets contain only deployments of [`Space::valid`].
    pub variations: Variations<'a>,
    /// The space of deployments.
    pub space: Space<'a>,
    /// Whether a limit was exceeded, so that sets may not be exact and values may be unknown.
    pub limited: bool,
}

/// Returns a template in all its deployments.
pub fn varying<'a>(arena: &'a Bump, tree: &Tree<'a>, inputs: &Inputs<'_>) -> VaryingTemplate<'a> {
    document::varying(arena, tree, inputs)
}

/// Returns the declared parameters of a template.
fn declared<'a>(tree: &Tree<'a>) -> impl Iterator<Item = Parameter<'a>> {
    let section = tree.root.get("Parameters").and_then(|section| section.as_map()).unwrap_or_default();
    section.iter().filter_map(|entry| Parameter::of(entry.key.as_str()?, entry.value))
}

impl<'i> Inputs<'i> {
    fn resolved(&self) -> resolve::Inputs<'i> {
        resolve::Inputs { parameter_values: self.parameter_values, defaults: self.defaults }
    }
}
