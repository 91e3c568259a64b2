//! Rules about the `Rules` section.

// index: RULE Rule
use cfn_warden_lint::Rule;

// begin index
mod e1700_configuration;
mod e1701_assert;
mod e1702_rule_condition;

/// Every entry of this folder, by file name.
#[rustfmt::skip]
pub static ALL: &[&Rule] = &[
    &e1700_configuration::RULE,
    &e1701_assert::RULE,
    &e1702_rule_condition::RULE,
];
// end index
