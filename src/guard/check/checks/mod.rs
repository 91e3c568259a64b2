//! One kind of mistake, one file.

use super::{Check, Facts, Report};

// index: CHECK Check
// begin index
mod always_true;
mod argument_kind;
mod char_and_string;
mod checks_nothing;
mod circular_rule;
mod duplicate_variable;
mod filter_context;
mod filter_place;
mod key_filter;
mod lost_capture;
mod lost_some;
mod never_true;
mod not_iterating;
mod singular_key;
mod undefined_rule;
mod undefined_variable;
mod unused_variable;

/// Every entry of this folder, by file name.
#[rustfmt::skip]
pub static ALL: &[&Check] = &[
    &always_true::CHECK,
    &argument_kind::CHECK,
    &char_and_string::CHECK,
    &checks_nothing::CHECK,
    &circular_rule::CHECK,
    &duplicate_variable::CHECK,
    &filter_context::CHECK,
    &filter_place::CHECK,
    &key_filter::CHECK,
    &lost_capture::CHECK,
    &lost_some::CHECK,
    &never_true::CHECK,
    &not_iterating::CHECK,
    &singular_key::CHECK,
    &undefined_rule::CHECK,
    &undefined_variable::CHECK,
    &unused_variable::CHECK,
];
// end index
