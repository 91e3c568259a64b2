//! Rules about the `Parameters` section.

// index: RULE Rule
use cfn_warden_lint::Rule;

// begin index
mod e2001_configuration;
mod e2002_type;
mod e2003_name;
mod e2010_limit;
mod e2011_length;
mod e2015_default;
mod e2900_parameter_value;
mod i2003_allowed_pattern;
mod i2010_near_limit;
mod i2011_name_near_limit;
mod w1011_secret;
mod w2001_unused;
mod w2002_undocumented_type;
mod w2010_no_echo;
mod w2030_enum;
mod w2031_pattern;
mod w3034_range;

/// Every entry of this folder, by file name.
#[rustfmt::skip]
pub static ALL: &[&Rule] = &[
    &e2001_configuration::RULE,
    &e2002_type::RULE,
    &e2003_name::RULE,
    &e2010_limit::RULE,
    &e2011_length::RULE,
    &e2015_default::RULE,
    &e2900_parameter_value::RULE,
    &i2003_allowed_pattern::RULE,
    &i2010_near_limit::RULE,
    &i2011_name_near_limit::RULE,
    &w1011_secret::RULE,
    &w2001_unused::RULE,
    &w2002_undocumented_type::RULE,
    &w2010_no_echo::RULE,
    &w2030_enum::RULE,
    &w2031_pattern::RULE,
    &w3034_range::RULE,
];
// end index
