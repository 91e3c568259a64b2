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
mod ed101_sam_function;
mod ed102_sam_policy;
mod ed103_sam_event;
mod ed104_sam_api;
mod ed105_sam_authorizer;
mod ed106_sam_logical_id;
mod ed107_sam_websocket;
mod ed108_sam_state_machine;
mod ed109_sam_connector;
mod ed110_sam_resource;
mod ed111_sam_type;
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
    &ed101_sam_function::RULE,
    &ed102_sam_policy::RULE,
    &ed103_sam_event::RULE,
    &ed104_sam_api::RULE,
    &ed105_sam_authorizer::RULE,
    &ed106_sam_logical_id::RULE,
    &ed107_sam_websocket::RULE,
    &ed108_sam_state_machine::RULE,
    &ed109_sam_connector::RULE,
    &ed110_sam_resource::RULE,
    &ed111_sam_type::RULE,
    &id3001_equivalent_conditions::RULE,
    &wd2001_never_created::RULE,
];
// end index
