//! Rules about the template as a whole.

// index: RULE Rule
use super::Rule;

// begin index
mod e0000_parse;
mod e0001_transform;
mod e0002_incomplete;
mod e0100_deployment_file;
mod e0200_parameter_file;
mod e1001_sections;
mod e1005_transform;
mod e1101_attached;
mod i0002_scenarios;

/// Every entry of this folder, by file name.
#[rustfmt::skip]
pub static ALL: &[&Rule] = &[
    &e0000_parse::RULE,
    &e0001_transform::RULE,
    &e0002_incomplete::RULE,
    &e0100_deployment_file::RULE,
    &e0200_parameter_file::RULE,
    &e1001_sections::RULE,
    &e1005_transform::RULE,
    &e1101_attached::RULE,
    &i0002_scenarios::RULE,
];
// end index
