//! Which of a template's conditions can hold together.
//!
//! Two questions are asked of conditions, with two sets of axioms that the reference keeps apart, and so do we:
//! - [`Worlds`]: what the schema walk assumes at a place of the template (`Fn::If` branches, scenario copies).
//! - [`Logic`]: what is true of the template as a whole (is a resource there whenever another refers to it).
//!
//! Both stand on one exact core, [`solver`]: no truth tables, no hash order, and a budget that is said when it is hit.

mod axioms;
pub mod formula;
pub mod identity;
pub mod logic;
mod parse;
pub mod sat;
pub mod solver;
pub mod worlds;

pub use logic::Logic;
pub use solver::Scenarios;
pub use worlds::{Basis, World, Worlds};
