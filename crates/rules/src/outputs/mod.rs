//! Rules about the `Outputs` section.

// index: RULE Rule
use cfn_warden_lint::Rule;

// begin index
mod e6001_configuration;
mod e6002_required;
mod e6003_type;
mod e6004_name;
mod e6005_condition;
mod e6010_limit;
mod e6011_names;
mod e6101_value;
mod e6102_export;
mod i6010_near_limit;
mod i6011_name_near_limit;

/// Every entry of this folder, by file name.
#[rustfmt::skip]
pub static ALL: &[&Rule] = &[
    &e6001_configuration::RULE,
    &e6002_required::RULE,
    &e6003_type::RULE,
    &e6004_name::RULE,
    &e6005_condition::RULE,
    &e6010_limit::RULE,
    &e6011_names::RULE,
    &e6101_value::RULE,
    &e6102_export::RULE,
    &i6010_near_limit::RULE,
    &i6011_name_near_limit::RULE,
];
// end index
