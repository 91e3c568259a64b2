//! Rules about the `Metadata` section.

// index: RULE Rule
use super::Rule;

// begin index
mod e4001_interface;
mod e4002_configuration;
mod w4001_interface_parameters;
mod w4005_cfn_lint;

/// Every entry of this folder, by file name.
#[rustfmt::skip]
pub static ALL: &[&Rule] = &[
    &e4001_interface::RULE,
    &e4002_configuration::RULE,
    &w4001_interface_parameters::RULE,
    &w4005_cfn_lint::RULE,
];
// end index
