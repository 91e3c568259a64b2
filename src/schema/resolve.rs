//! What a function's value may be: every value that parameters, mappings and conditions allow, with the context that each
//! holds in (its conditions, the region, where it came from).
//!
//! A function that has no resolver here has no value that is known; what it gives is then not checked.

use super::check::Walk;
use super::context::Context;
use super::fault::Fault;
use crate::document::function::function_of;
use crate::syntax::Node;

/// A value that a function may have, or why it can have none.
#[derive(Debug, Clone, Copy)]
pub struct Resolved<'a> {
    /// The value; or what is wrong, and with which argument (its index) of the function.
    pub value: Result<Node<'a>, (Fault<'a>, u32)>,
    /// What holds where it has this value: [`Context::source`] is where the value came from.
    pub cx: Context<'a>,
}

/// The most values of one function that are looked at.
pub const MAX_VALUES: usize = 512;

/// The values that a node may have: its own, or those of the function that it is.
pub fn resolve<'a>(_: &Walk<'a>, cx: &Context<'a>, node: Node<'a>) -> Vec<Resolved<'a>> {
    match function_of(node) {
        Some(_) => Vec::new(),
        None => vec![Resolved { value: Ok(node), cx: *cx }],
    }
}
