//! Guard's rules language: text in, tree out.
//!
//! The set of accepted texts is that of cfn-guard 3.2.1, to the letter: its parser is a chain of ordered alternatives
//! with points of no return, and so is this one.

pub mod ast;
mod block;
mod call;
mod clause;
mod conjunction;
mod cursor;
mod error;
mod fault;
mod file;
pub mod literal;
mod number;
pub mod operator;
mod pattern;
pub(in crate::guard) mod place;
mod query;
mod report;
pub mod signature;
mod value;

pub use error::{ParseError, ReferenceError};
pub use file::{parse, parse_as};

/// Which language a text is read as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Dialect {
    /// What cfn-guard 3.2.1 accepts, and nothing else.
    #[default]
    Reference,
    /// Besides, a function's result as the head of a query (`count(a.*) >= 1`, `a[ keys == to_lower("B") ]`), and in strings
    /// `\n`, `\r`, `\t`, `\\` and `\uXXXX`, so that a string can end in a backslash.
    Extended,
}
