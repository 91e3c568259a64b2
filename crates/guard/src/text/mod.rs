//! cfn-guard's texts: values, queries, clauses and reasons as its reports format them.

mod clause;
mod debug;
mod reason;
mod value;

pub use self::clause::{binary_name, context, part, query, unary_name};
pub use self::debug::{debug, debug_self};
pub use self::reason::{incomparable, note, notice, reason, why};
pub use self::value::{
    bytes, cut, display, path_and_position, push_display, push_position, range, start, value_only, value_start,
};
