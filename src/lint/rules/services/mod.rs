//! Rules about resources of particular services.

// index: RULE Rule
use super::Rule;

// begin index
mod e3022_route_table;
mod e3039_table_attributes;
mod w2501_password;
mod w3002_packaged;
mod w3045_access_control;

/// Every entry of this folder, by file name.
#[rustfmt::skip]
pub static ALL: &[&Rule] = &[
    &e3022_route_table::RULE,
    &e3039_table_attributes::RULE,
    &w2501_password::RULE,
    &w3002_packaged::RULE,
    &w3045_access_control::RULE,
];
// end index
