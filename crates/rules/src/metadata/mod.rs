//! Rules about the `Metadata` section.

// index: RULE Rule
use cfn_warden_lint::Rule;

// begin index
mod e4001_interface;
mod e4002_configuration;
mod i4010_context;
mod w4001_interface_parameters;
mod w4005_cfn_lint;
mod w4011_reason;
mod w4012_context_schema;

/// Every entry of this folder, by file name.
#[rustfmt::skip]
pub static ALL: &[&Rule] = &[
    &e4001_interface::RULE,
    &e4002_configuration::RULE,
    &i4010_context::RULE,
    &w4001_interface_parameters::RULE,
    &w4005_cfn_lint::RULE,
    &w4011_reason::RULE,
    &w4012_context_schema::RULE,
];
// end index
