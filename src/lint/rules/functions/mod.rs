//! Rules about intrinsic functions.

// index: RULE Rule
use super::Rule;

// begin index
mod e1011_find_in_map;
mod e1015_get_azs;
mod e1016_import_value;
mod e1017_select;
mod e1018_split;
mod e1021_base64;
mod e1022_join;
mod e1024_cidr;
mod e1028_if;
mod e1030_length;
mod e1031_to_json_string;
mod e1032_for_each;
mod e1033_get_stack_output;
mod w1001_conditional_target;
mod w1028_unreachable;

/// Every entry of this folder, by file name.
#[rustfmt::skip]
pub static ALL: &[&Rule] = &[
    &e1011_find_in_map::RULE,
    &e1015_get_azs::RULE,
    &e1016_import_value::RULE,
    &e1017_select::RULE,
    &e1018_split::RULE,
    &e1021_base64::RULE,
    &e1022_join::RULE,
    &e1024_cidr::RULE,
    &e1028_if::RULE,
    &e1030_length::RULE,
    &e1031_to_json_string::RULE,
    &e1032_for_each::RULE,
    &e1033_get_stack_output::RULE,
    &w1001_conditional_target::RULE,
    &w1028_unreachable::RULE,
];
// end index
