//! Rules about intrinsic functions.

// index: RULE Rule
use cfn_warden_lint::Rule;

// begin index
mod e1010_get_att;
mod e1011_find_in_map;
mod e1015_get_azs;
mod e1016_import_value;
mod e1017_select;
mod e1018_split;
mod e1019_sub;
mod e1020_ref;
mod e1021_base64;
mod e1022_join;
mod e1024_cidr;
mod e1027_secure_string;
mod e1028_if;
mod e1029_sub_needed;
mod e1030_length;
mod e1031_to_json_string;
mod e1032_for_each;
mod e1033_get_stack_output;
mod e1040_get_att_format;
mod e1041_ref_format;
mod e1050_dynamic_reference;
mod e1051_secret_location;
mod e1052_ssm_location;
mod i1022_sub;
mod w1001_conditional_target;
mod w1019_unused;
mod w1020_unneeded;
mod w1028_unreachable;
mod w1030_ref_resolved;
mod w1031_sub_resolved;
mod w1032_join_resolved;
mod w1033_split_resolved;
mod w1034_find_in_map_resolved;
mod w1035_select_resolved;
mod w1036_get_azs_resolved;
mod w1040_to_json_string_resolved;
mod w1051_secret_arn;
mod w1053_spaces;
mod w1054_pseudo_text;
mod w6001_import;

/// Every entry of this folder, by file name.
#[rustfmt::skip]
pub static ALL: &[&Rule] = &[
    &e1010_get_att::RULE,
    &e1011_find_in_map::RULE,
    &e1015_get_azs::RULE,
    &e1016_import_value::RULE,
    &e1017_select::RULE,
    &e1018_split::RULE,
    &e1019_sub::RULE,
    &e1020_ref::RULE,
    &e1021_base64::RULE,
    &e1022_join::RULE,
    &e1024_cidr::RULE,
    &e1027_secure_string::RULE,
    &e1028_if::RULE,
    &e1029_sub_needed::RULE,
    &e1030_length::RULE,
    &e1031_to_json_string::RULE,
    &e1032_for_each::RULE,
    &e1033_get_stack_output::RULE,
    &e1040_get_att_format::RULE,
    &e1041_ref_format::RULE,
    &e1050_dynamic_reference::RULE,
    &e1051_secret_location::RULE,
    &e1052_ssm_location::RULE,
    &i1022_sub::RULE,
    &w1001_conditional_target::RULE,
    &w1019_unused::RULE,
    &w1020_unneeded::RULE,
    &w1028_unreachable::RULE,
    &w1030_ref_resolved::RULE,
    &w1031_sub_resolved::RULE,
    &w1032_join_resolved::RULE,
    &w1033_split_resolved::RULE,
    &w1034_find_in_map_resolved::RULE,
    &w1035_select_resolved::RULE,
    &w1036_get_azs_resolved::RULE,
    &w1040_to_json_string_resolved::RULE,
    &w1051_secret_arn::RULE,
    &w1053_spaces::RULE,
    &w1054_pseudo_text::RULE,
    &w6001_import::RULE,
];
// end index
