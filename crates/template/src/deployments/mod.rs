//! The template of all its deployments: one document in which values depend on the deployment.
//!
//! A deployment chooses a value for each parameter, and a region. [`varying`] computes the *space* of deployments as far
//! as the template depends on it, its conditions as sets, the deployments that `Rules` allow, and a document in which
//! every place that depends on the deployment has a [`Variation`]: one evaluation in place of one [`resolve`] for each
//! deployment. [`VaryingTemplate::instance`] is the document of one of them.
//!
//! - `literals`: the values with which the template compares its parameters;
//! - `varying`: the inputs and the result; `class`, `classes`: the values of a parameter, as sets; axes are created when something first depends on them;
//! - `guarded`: evaluation of functions in all deployments of a set;
//! - `conditions`, `rules`: conditions and assertions as sets;
//! - `document`, `marks`, `unknown`: the document;
//! - `instance`: the document of one deployment;
//! - `describe`, `when`, `witness`, `made_up`: sets in the template's own names, and parameter values of a deployment.
//!
//! [`resolve`]: crate::resolve::resolve

mod admit;
mod class;
mod classes;
mod conditions;
mod describe;
mod document;
mod guarded;
mod instance;
mod literals;
mod made_up;
mod marks;
mod names;
mod rules;
mod space;
mod unknown;
mod varying;
mod when;
mod witness;

use bumpalo::Bump;

use cfn_warden_syntax::Tree;

pub use instance::Unknowns;
pub use space::{AxisValue, Dimension, Space, Subject};
pub use varying::{Inputs, Matches, Placeholder, VaryingTemplate};
pub use when::{Literal, When};
pub use witness::Witness;

/// Returns a template in all its deployments.
pub fn varying<'a>(arena: &'a Bump, tree: &Tree<'a>, inputs: &Inputs<'_>) -> VaryingTemplate<'a> {
    document::varying(arena, tree, inputs)
}
