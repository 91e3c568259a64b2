//! Rules on what AWS refuses although schemas accept it. They run in `check`, the function and Hooks.

// index: RULE Rule
use super::Rule;

// begin index
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

/// Every entry of this folder, by file name.
#[rustfmt::skip]
pub static ALL: &[&Rule] = &[
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
];
// end index
