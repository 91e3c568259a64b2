//! Rules about the `Conditions` section and condition functions.

// index: RULE Rule
use cfn_warden_lint::Rule;

// begin index
mod e8001_configuration;
mod e8002_declared;
mod e8003_equals;
mod e8004_and;
mod e8005_not;
mod e8006_or;
mod e8007_condition;
mod w8001_unused;
mod w8003_constant_equals;

/// Every entry of this folder, by file name.
#[rustfmt::skip]
pub static ALL: &[&Rule] = &[
    &e8001_configuration::RULE,
    &e8002_declared::RULE,
    &e8003_equals::RULE,
    &e8004_and::RULE,
    &e8005_not::RULE,
    &e8006_or::RULE,
    &e8007_condition::RULE,
    &w8001_unused::RULE,
    &w8003_constant_equals::RULE,
];
// end index
