//! The CloudFormation template model on top of the syntax tree.
//!
//! All types are views on the nodes of [`syntax::Tree`](cfn_warden_syntax::Tree); nothing is copied.
//! - [`Template`]: the sections as tables ([`Parameter`], [`Resource`], [`Mappings`], names of conditions), built once;
//! - [`function`], [`pseudo`], [`region`]: closed vocabularies, as enums and bit sets;
//! - [`compat`]: errors of cfn-lint that can be reproduced;
//! - [`condition`]: satisfiability of conditions, and objects in one scenario;
//! - [`deployments`]: a template in all its deployments;
//! - [`nested`]: interfaces of nested stack templates;
//! - [`mod@reference`]: references between resources;
//! - [`transform`]: transforms that are applied before the checks.

pub mod compat;
pub mod condition;
pub mod delimiter_scanner;
pub mod deployments;
mod derivation;
pub mod document;
pub mod function;
pub mod mapping;
pub mod nested;
pub mod parameter;
pub mod parameter_values;
pub mod pseudo;
pub mod reference;
pub mod region;
pub mod resolve;
pub mod resource;
mod scalar_text;
pub mod template;
pub mod transform;

pub use compat::{Compat, Quirk};
pub use condition::{Assumptions, Conditions};
pub use derivation::DerivationLimits;
pub use function::{Function, Functions};
pub use mapping::Mappings;
pub use nested::Nested;
pub use parameter::Parameter;
pub use parameter_values::ParameterSet;
pub use pseudo::{PseudoParameter, PseudoParameters};
pub use region::{Region, Regions};
pub use resource::Resource;
pub use template::Template;
