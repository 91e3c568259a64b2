//! Guard's rules language: text in, tree out.
//!
//! The set of accepted texts is that of cfn-guard, to the letter: its parser is a chain of ordered alternatives with points
//! of no return, and so is this one.

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
mod message;
mod number;
pub mod operator;
mod pattern;
pub(crate) mod place;
mod query;
mod report;
pub mod signature;
mod value;

pub use error::{ParseError, ReferenceError};
pub use file::{parse, parse_as, parse_until};

use super::semantics::Semantics;

/// How a text is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Language {
    /// Whether more is accepted than cfn-guard does.
    pub dialect: Dialect,
    /// Of what cfn-guard accepted in which version.
    pub semantics: Semantics,
}

impl From<Dialect> for Language {
    fn from(dialect: Dialect) -> Language {
        Language { dialect, ..Language::default() }
    }
}

impl From<Semantics> for Language {
    fn from(semantics: Semantics) -> Language {
        Language { semantics, ..Language::default() }
    }
}

/// Which language a text is read as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Dialect {
    /// What cfn-guard accepts, and nothing else.
    #[default]
    Reference,
    /// Besides, a function's result as the head of a query (`count(a.*) >= 1`, `a[ keys == to_lower("B") ]`), and in strings
    /// `\n`, `\r`, `\t`, `\\` and `\uXXXX`, so that a string can end in a backslash; in messages `%name` and `%{query}`, which
    /// stand for values.
    Extended,
}
