//! Rules about the `Mappings` section.

// index: RULE Rule
use cfn_warden_lint::Rule;

// begin index
mod e7001_configuration;
mod e7002_name_length;
mod e7010_limit;
mod i7002_name_near_limit;
mod i7010_near_limit;
mod w7001_unused;

/// Every entry of this folder, by file name.
#[rustfmt::skip]
pub static ALL: &[&Rule] = &[
    &e7001_configuration::RULE,
    &e7002_name_length::RULE,
    &e7010_limit::RULE,
    &i7002_name_near_limit::RULE,
    &i7010_near_limit::RULE,
    &w7001_unused::RULE,
];
// end index
