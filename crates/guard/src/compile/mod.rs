//! Compiles the syntax tree of a rules file to a program.

mod case_conversion;
mod keys;
mod lower;
pub mod position;
pub mod program;
mod singular;
mod type_filter;

pub use self::case_conversion::{to_class_case, to_pascal_case};
pub use self::keys::{Case, Key, key_spellings};
pub use self::lower::compile;
