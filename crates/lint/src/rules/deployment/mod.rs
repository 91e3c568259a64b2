//! Rules about deployment that cfn-lint does not have: templates that CloudFormation or a service rejects, and resources
//! that it never creates. `lint` does not run them ([`is_own`](crate::select::is_own)).

// index: RULE Rule
use super::Rule;

// begin index
mod ed1001_condition_circle;
mod ed1002_no_resources;
mod ed1003_argument;
mod ed1004_ports;
mod ed1005_event_pattern;
mod ed1006_same_name;
mod ed1007_ssm_type;
mod ed1008_function_place;
mod ed1009_unknown_function;
mod ed1010_write_only;
mod id3001_equivalent_conditions;
mod wd2001_never_created;

/// Every entry of this folder, by file name.
#[rustfmt::skip]
pub static ALL: &[&Rule] = &[
    &ed1001_condition_circle::RULE,
    &ed1002_no_resources::RULE,
    &ed1003_argument::RULE,
    &ed1004_ports::RULE,
    &ed1005_event_pattern::RULE,
    &ed1006_same_name::RULE,
    &ed1007_ssm_type::RULE,
    &ed1008_function_place::RULE,
    &ed1009_unknown_function::RULE,
    &ed1010_write_only::RULE,
    &id3001_equivalent_conditions::RULE,
    &wd2001_never_created::RULE,
];
// end index
