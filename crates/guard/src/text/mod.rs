//! cfn-guard's texts: values, queries, clauses and reasons as its reports format them.

mod clause;
mod debug;
mod missing;
mod reason;
mod value;

pub use self::clause::{binary_name, context, part, query, unary_name};
pub use self::debug::debug_self;
pub use self::missing::why;
pub use self::reason::{incomparable, note, reason};
pub use self::value::{
    ValueSink, bytes, cut, display, path_and_position, push_display, push_position, range, start,
    value_only, value_start,
};
