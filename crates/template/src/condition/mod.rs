//! Satisfiability of combinations of a template's conditions.
//!
//! One encoder turns conditions into clauses. There are two sets of axioms, because cfn-lint has two implementations:
//! - [`Conditions`] with [`Assumptions`]: what the schema evaluation assumes at a position of the template (the branch
//!   of an `Fn::If`, the scenario of an object). An assumption is a *fact* (the resource's `Condition`, an enclosing
//!   `Fn::If`) or *assumed* (a scenario under enumeration); reachability depends on facts alone.
//! - [`Logic`]: what is true for the template as a whole (whether a resource exists whenever another refers to it).
//!
//! [`sets`] are the same conditions as sets of deployments, for questions about many of them at once.
//!
//! Both use the same exact [`solver`]: no truth tables, deterministic order, and a budget whose exhaustion is reported.

mod assumptions;
mod axioms;
mod comparison;
pub mod conditions;
mod encoder;
pub mod formula;
pub mod guarded;
pub mod identity;
pub mod logic;
pub mod objects;
mod parse;
pub mod path;
pub mod sat;
pub mod scenario;
pub mod sets;
pub mod solver;
pub mod sorted;

pub use assumptions::{AssumptionKind, Assumptions};
pub use conditions::{Conditions, Scenarios, Unsatisfiable};
pub use logic::Logic;
pub(super) use parse::{Expression, expression};
pub use sets::ConditionSets;
pub use solver::Solutions;
