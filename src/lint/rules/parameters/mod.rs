//! Rules about the `Parameters` section.

// index: RULE Rule
use super::Rule;

// begin index
mod e2001_configuration;
mod e2002_type;
mod e2011_length;
mod e2015_default;
mod e2900_given;
mod w1011_secret;
mod w2001_unused;
mod w2002_undocumented_type;
mod w2010_no_echo;

/// Every entry of this folder, by file name.
#[rustfmt::skip]
pub static ALL: &[&Rule] = &[
    &e2001_configuration::RULE,
    &e2002_type::RULE,
    &e2011_length::RULE,
    &e2015_default::RULE,
    &e2900_given::RULE,
    &w1011_secret::RULE,
    &w2001_unused::RULE,
    &w2002_undocumented_type::RULE,
    &w2010_no_echo::RULE,
];
// end index
