//! Templates as they will be deployed: functions with known inputs are replaced by their values, and what conditions
//! exclude is removed.
//!
//! Functions with unknown inputs remain. Every value has the span of the function that it replaces, so findings in the
//! resolved document refer to the source; [`Resolution`] records the origin of each value. Only `Resources` and
//! `Outputs` are resolved.
//!
//! - `resolution`: the inputs and the origins of values;
//! - `known`: known values of parameters and pseudo parameters;
//! - `evaluate`, `functions`, `edges`: evaluation of functions;
//! - `facts`: what is known of a deployment, and its conditions;
//! - `rewrite`: rewriting of the tree.

pub(crate) mod edges;
pub(crate) mod evaluate;
pub(crate) mod facts;
mod functions;
pub(crate) mod known;
mod resolution;
pub(crate) mod rewrite;

use bumpalo::Bump;

use cfn_warden_syntax::Tree;

pub use self::resolution::{
    Defaults, Inputs, Origin, ReplacedFunction, Resolution, Resolved, UnknownReason, UsedParameter,
};
pub use self::rewrite::resolve;

/// Returns the evaluation of functions and conditions in one deployment.
pub(crate) fn evaluator<'a>(
    arena: &'a Bump,
    tree: &Tree<'a>,
    inputs: &Inputs<'_>,
) -> evaluate::Evaluator<'a, facts::OneDeployment<'a>> {
    evaluate::Evaluator::new(
        arena,
        tree,
        facts::OneDeployment::new(tree, known::names(arena, tree, inputs)),
        inputs.limits,
    )
}
