//! Rules about deployment that cfn-lint does not have: templates that CloudFormation or a service rejects, and resources
//! that it never creates. `lint` does not run them ([`is_own`](cfn_warden_lint::select::is_own)).

// index: RULE Rule
use cfn_warden_lint::Rule;

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
mod ed1501_sam_function;
mod ed1502_sam_policy;
mod ed1503_sam_event;
mod ed1504_sam_api;
mod ed1505_sam_authorizer;
mod ed1506_sam_logical_id;
mod ed1507_sam_websocket;
mod ed1508_sam_state_machine;
mod ed1509_sam_connector;
mod ed1510_sam_resource;
mod ed1511_sam_type;
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
    &ed1501_sam_function::RULE,
    &ed1502_sam_policy::RULE,
    &ed1503_sam_event::RULE,
    &ed1504_sam_api::RULE,
    &ed1505_sam_authorizer::RULE,
    &ed1506_sam_logical_id::RULE,
    &ed1507_sam_websocket::RULE,
    &ed1508_sam_state_machine::RULE,
    &ed1509_sam_connector::RULE,
    &ed1510_sam_resource::RULE,
    &ed1511_sam_type::RULE,
    &id3001_equivalent_conditions::RULE,
    &wd2001_never_created::RULE,
];
// end index
