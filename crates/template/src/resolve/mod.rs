//! Templates as they will be deployed: functions with known inputs are replaced by their values, and what conditions
//! exclude is removed.
//!
//! Functions with unknown inputs remain. Every value has the span of the function that it replaces, so findings in the
//! resolved document refer to the source; [`Resolution`] records the origin of each value. Only `Resources` and
//! `Outputs` are resolved.
//!
//! - `resolution`: the inputs and the origins of values;
//! - `known`: known values of parameters and pseudo parameters;
//! - `evaluate`: evaluation of functions and conditions;
//! - `rewrite`: rewriting of the tree.

mod evaluate;
mod known;
mod resolution;
mod rewrite;

pub use self::resolution::{
    Defaults, Inputs, Origin, ReplacedFunction, Resolution, Resolved, UnknownReason, UsedParameter,
};
pub use self::rewrite::resolve;
