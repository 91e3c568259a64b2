//! The `terraform` ruleset: rules about configurations that TFLint bundles, under its names. Reference:
//! <https://github.com/terraform-linters/tflint-ruleset-terraform/tree/v0.15.0/docs/rules>.

mod check;
mod config;
mod ignored;
mod issue;
mod module;
mod options;
mod rule;
mod source_address;
mod walk;
mod written;

pub use check::{RulesResult, check};
pub use config::{Preset, RulesConfig};
pub use ignored::IgnoreComment;
pub use issue::{Issue, Place, RuleFix};
pub use module::{Call, Module};
pub use options::Options;
pub use rule::Rule;
pub use source_address::{git, is_registry};
pub use walk::{Use, expressions};
