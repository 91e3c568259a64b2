//! Rules about the template as a whole.

// index: RULE Rule
use cfn_warden_lint::Rule;

// begin index
mod e0000_parse;
mod e0001_transform;
mod e0002_incomplete;
mod e0003_configuration;
mod e0100_deployment_file;
mod e0200_parameter_file;
mod e1001_sections;
mod e1002_size;
mod e1003_description_length;
mod e1004_description;
mod e1005_transform;
mod e1101_attached;
mod i1002_near_size;
mod i1003_description_near_limit;
mod w1100_merge;
mod w1101_alias;

/// Every entry of this folder, by file name.
#[rustfmt::skip]
pub static ALL: &[&Rule] = &[
    &e0000_parse::RULE,
    &e0001_transform::RULE,
    &e0002_incomplete::RULE,
    &e0003_configuration::RULE,
    &e0100_deployment_file::RULE,
    &e0200_parameter_file::RULE,
    &e1001_sections::RULE,
    &e1002_size::RULE,
    &e1003_description_length::RULE,
    &e1004_description::RULE,
    &e1005_transform::RULE,
    &e1101_attached::RULE,
    &i1002_near_size::RULE,
    &i1003_description_near_limit::RULE,
    &w1100_merge::RULE,
    &w1101_alias::RULE,
];
// end index
