//! The checks, one file each.

use super::{Check, CheckInput, Report};

// index: CHECK Check
// begin index
mod always_true;
mod argument_kind;
mod char_and_string;
mod checks_nothing;
mod circular_rule;
mod contradiction;
mod duplicate_variable;
mod filter_context;
mod filter_place;
mod key_filter;
mod lost_capture;
mod lost_some;
mod negated_flag;
mod never_true;
mod no_rules;
mod not_iterating;
mod operator_as_name;
mod singular_key;
mod two_readings;
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
    &contradiction::CHECK,
    &duplicate_variable::CHECK,
    &filter_context::CHECK,
    &filter_place::CHECK,
    &key_filter::CHECK,
    &lost_capture::CHECK,
    &lost_some::CHECK,
    &negated_flag::CHECK,
    &never_true::CHECK,
    &no_rules::CHECK,
    &not_iterating::CHECK,
    &operator_as_name::CHECK,
    &singular_key::CHECK,
    &two_readings::CHECK,
    &undefined_rule::CHECK,
    &undefined_variable::CHECK,
    &unused_variable::CHECK,
];
// end index
