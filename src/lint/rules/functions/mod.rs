//! Rules about intrinsic functions.

// index: RULE Rule
use super::Rule;

// begin index
mod e1028_if;
mod w1028_unreachable;

/// Every entry of this folder, by file name.
#[rustfmt::skip]
pub static ALL: &[&Rule] = &[
    &e1028_if::RULE,
    &w1028_unreachable::RULE,
];
// end index
