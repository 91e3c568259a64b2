//! Compiles the syntax tree of a rules file to a program.

mod class_case;
mod keys;
mod lower;
pub mod program;
mod spell;
mod types;

pub use self::keys::{Case, Key};
pub use self::lower::compile;
