//! Rules about resources of any type.

// index: RULE Rule
use cfn_warden_lint::Rule;

// begin index
mod e3001_configuration;
mod e3004_circular;
mod e3005_depends_on;
mod e3006_type;
mod e3007_unique_names;
mod e3009_init;
mod e3010_limit;
mod e3011_names;
mod e3015_condition;
mod e3016_update_policy;
mod e3019_unique_identifiers;
mod e3028_metadata;
mod e3035_deletion_policy;
mod e3036_update_replace_policy;
mod e3038_serverless_transform;
mod e3043_nested_parameters;
mod e3055_creation_policy;
mod e3066_serverless_attributes;
mod e3710_lifecycle;
mod e3724_globals;
mod e5001_modules;
mod i3010_near_limit;
mod i3011_stateful;
mod i3012_name_near_limit;
mod i3013_retention;
mod i3042_hardcoded_arn;
mod i3100_previous_generation;
mod w3001_serverless_attributes;
mod w3005_depends_on_obsolete;
mod w3011_both_policies;
mod w3696_sunset;
mod w3697_maintenance;

/// Every entry of this folder, by file name.
#[rustfmt::skip]
pub static ALL: &[&Rule] = &[
    &e3001_configuration::RULE,
    &e3004_circular::RULE,
    &e3005_depends_on::RULE,
    &e3006_type::RULE,
    &e3007_unique_names::RULE,
    &e3009_init::RULE,
    &e3010_limit::RULE,
    &e3011_names::RULE,
    &e3015_condition::RULE,
    &e3016_update_policy::RULE,
    &e3019_unique_identifiers::RULE,
    &e3028_metadata::RULE,
    &e3035_deletion_policy::RULE,
    &e3036_update_replace_policy::RULE,
    &e3038_serverless_transform::RULE,
    &e3043_nested_parameters::RULE,
    &e3055_creation_policy::RULE,
    &e3066_serverless_attributes::RULE,
    &e3710_lifecycle::RULE,
    &e3724_globals::RULE,
    &e5001_modules::RULE,
    &i3010_near_limit::RULE,
    &i3011_stateful::RULE,
    &i3012_name_near_limit::RULE,
    &i3013_retention::RULE,
    &i3042_hardcoded_arn::RULE,
    &i3100_previous_generation::RULE,
    &w3001_serverless_attributes::RULE,
    &w3005_depends_on_obsolete::RULE,
    &w3011_both_policies::RULE,
    &w3696_sunset::RULE,
    &w3697_maintenance::RULE,
];
// end index
