//! The schema-based checks of rules: one module per check.

use super::check_type::Check;

// index: CHECK Check
// begin index
mod impossible_value;
mod unknown_property;
mod unknown_type;

/// Every entry of this folder, by file name.
#[rustfmt::skip]
pub static ALL: &[&Check] = &[
    &impossible_value::CHECK,
    &unknown_property::CHECK,
    &unknown_type::CHECK,
];
// end index
