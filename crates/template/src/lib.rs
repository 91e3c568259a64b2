//! What a tree means as a CloudFormation template.
//!
//! Everything here is a view on the nodes of [`syntax::Tree`](cfn_warden_syntax::Tree): no second tree, no copies of text.
//! - [`Template`]: the sections as tables ([`Parameter`], [`Resource`], [`Mappings`], names of conditions), built once;
//! - [`function`], [`pseudo`], [`region`]: the closed vocabularies, as enums and bit sets;
//! - [`compat`]: where cfn-lint is wrong, and whether to be so, too;
//! - [`condition`]: which conditions can hold together, and an object as it is in one scenario;
//! - [`nested`]: what templates of nested stacks declare;
//! - [`reference`]: who refers to whom;
//! - [`transform`]: what is done to a template before it is checked: a new tree.

pub mod compat;
pub mod condition;
pub mod delimiter_scanner;
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
pub mod template;
pub mod transform;

pub use compat::{Compat, Quirk};
pub use condition::{Assumptions, Conditions};
pub use function::{Function, Functions};
pub use mapping::Mappings;
pub use nested::Nested;
pub use parameter::Parameter;
pub use parameter_values::ParameterSet;
pub use pseudo::{Pseudo, Pseudos};
pub use region::{Region, Regions};
pub use resource::Resource;
pub use template::Template;
