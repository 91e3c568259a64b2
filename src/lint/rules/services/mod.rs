//! Rules about resources of particular services.

// index: RULE Rule
use super::Rule;

// begin index
mod e2530_snap_start;
mod e2531_runtime_create;
mod e2533_runtime_update;
mod e3022_route_table;
mod e3039_table_attributes;
mod i2530_snap_start;
mod w2501_password;
mod w2531_runtime;
mod w3002_packaged;
mod w3045_access_control;

/// Every entry of this folder, by file name.
#[rustfmt::skip]
pub static ALL: &[&Rule] = &[
    &e2530_snap_start::RULE,
    &e2531_runtime_create::RULE,
    &e2533_runtime_update::RULE,
    &e3022_route_table::RULE,
    &e3039_table_attributes::RULE,
    &i2530_snap_start::RULE,
    &w2501_password::RULE,
    &w2531_runtime::RULE,
    &w3002_packaged::RULE,
    &w3045_access_control::RULE,
];
// end index
