//! Rules about resources of particular services.

// index: RULE Rule
use cfn_warden_lint::Rule;

// begin index
mod e2529_subscriptions;
mod e2530_snap_start;
mod e2531_runtime_create;
mod e2533_runtime_update;
mod e3013_aliases;
mod e3022_route_table;
mod e3026_failover;
mod e3027_schedule;
mod e3039_table_attributes;
mod e3041_hosted_zone_name;
mod e3048_fargate_task;
mod e3049_dynamic_ports;
mod e3050_role_path;
mod e3051_document;
mod e3053_host_port;
mod e3056_health_checks;
mod e3057_target_origin;
mod e3059_subnet_in_vpc;
mod e3060_subnet_overlap;
mod e3061_tiering_days;
mod e3063_detector;
mod e3064_private_dns;
mod e3502_dead_letter_queue;
mod e3503_validation_domain;
mod e3504_backup_lifecycle;
mod e3510_identity_policy;
mod e3511_role_arn;
mod e3512_resource_policy;
mod e3513_repository_policy;
mod e3514_policy_resource;
mod e3530_trust_policy;
mod e3601_state_machine;
mod e3673_image_id;
mod e3686_serverless_cluster;
mod e3697_environment_size;
mod e3700_first_stage;
mod e3701_artifact_names;
mod e3702_artifact_counts;
mod e3703_action_configuration;
mod e3716_layer_arn;
mod i2530_snap_start;
mod i3510_statement_resources;
mod w2501_password;
mod w2506_image_id;
mod w2511_policy_version;
mod w2530_version;
mod w2531_runtime;
mod w2533_zip_package;
mod w3002_packaged;
mod w3010_availability_zone;
mod w3037_permissions;
mod w3045_access_control;
mod w3660_api_definitions;
mod w3664_permission_principal;
mod w3671_iops_ignored;
mod w3698_virtual_name_ignored;
mod w3699_replica_mode_ignored;
mod w3700_address_domain;
mod w3701_parameter_prefix;
mod w3704_forwarded_ignored;
mod w3705_method_settings;

/// Every entry of this folder, by file name.
#[rustfmt::skip]
pub static ALL: &[&Rule] = &[
    &e2529_subscriptions::RULE,
    &e2530_snap_start::RULE,
    &e2531_runtime_create::RULE,
    &e2533_runtime_update::RULE,
    &e3013_aliases::RULE,
    &e3022_route_table::RULE,
    &e3026_failover::RULE,
    &e3027_schedule::RULE,
    &e3039_table_attributes::RULE,
    &e3041_hosted_zone_name::RULE,
    &e3048_fargate_task::RULE,
    &e3049_dynamic_ports::RULE,
    &e3050_role_path::RULE,
    &e3051_document::RULE,
    &e3053_host_port::RULE,
    &e3056_health_checks::RULE,
    &e3057_target_origin::RULE,
    &e3059_subnet_in_vpc::RULE,
    &e3060_subnet_overlap::RULE,
    &e3061_tiering_days::RULE,
    &e3063_detector::RULE,
    &e3064_private_dns::RULE,
    &e3502_dead_letter_queue::RULE,
    &e3503_validation_domain::RULE,
    &e3504_backup_lifecycle::RULE,
    &e3510_identity_policy::RULE,
    &e3511_role_arn::RULE,
    &e3512_resource_policy::RULE,
    &e3513_repository_policy::RULE,
    &e3514_policy_resource::RULE,
    &e3530_trust_policy::RULE,
    &e3601_state_machine::RULE,
    &e3673_image_id::RULE,
    &e3686_serverless_cluster::RULE,
    &e3697_environment_size::RULE,
    &e3700_first_stage::RULE,
    &e3701_artifact_names::RULE,
    &e3702_artifact_counts::RULE,
    &e3703_action_configuration::RULE,
    &e3716_layer_arn::RULE,
    &i2530_snap_start::RULE,
    &i3510_statement_resources::RULE,
    &w2501_password::RULE,
    &w2506_image_id::RULE,
    &w2511_policy_version::RULE,
    &w2530_version::RULE,
    &w2531_runtime::RULE,
    &w2533_zip_package::RULE,
    &w3002_packaged::RULE,
    &w3010_availability_zone::RULE,
    &w3037_permissions::RULE,
    &w3045_access_control::RULE,
    &w3660_api_definitions::RULE,
    &w3664_permission_principal::RULE,
    &w3671_iops_ignored::RULE,
    &w3698_virtual_name_ignored::RULE,
    &w3699_replica_mode_ignored::RULE,
    &w3700_address_domain::RULE,
    &w3701_parameter_prefix::RULE,
    &w3704_forwarded_ignored::RULE,
    &w3705_method_settings::RULE,
];
// end index
