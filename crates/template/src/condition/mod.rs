//! Which of a template's conditions can hold together.
//!
//! Two questions are asked of conditions, with two sets of axioms that the reference keeps apart, and so do we:
//! - [`Conditions`] with [`Assumptions`]: what the schema walk assumes at a place of the template (the branch of an `Fn::If`,
//!   the scenarios of an object). A pin is a *fact* (the resource's `Condition`, an enclosing `Fn::If`) or *assumed* (a
//!   scenario under enumeration); what is unreachable is asked of facts alone.
//! - [`Logic`]: what is true of the template as a whole (is a resource there whenever another refers to it).
//!
//! Both stand on one exact core, [`solver`]: no truth tables, no hash order, and a budget that is said when it is hit.

mod assumptions;
mod axioms;
pub mod conditions;
pub mod formula;
pub mod identity;
pub mod logic;
pub mod objects;
mod parse;
pub mod path;
pub mod sat;
pub mod scenario;
pub mod solver;
pub mod sorted;

pub use assumptions::{Assumptions, Hold};
pub use conditions::{Conditions, Scenarios, Unsatisfiable};
pub use logic::Logic;
pub(super) use parse::{Expression, expression};
pub use solver::Solutions;
