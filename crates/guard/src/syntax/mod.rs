//! The parser of the Guard rules language.
//!
//! It accepts exactly the texts that cfn-guard accepts. Like cfn-guard's parser, it is a chain of ordered alternatives,
//! in which some failures are fatal.

pub mod ast;
mod block;
mod call;
mod clause;
mod conjunction;
mod cursor;
mod error;
mod failure;
mod file;
mod lines;
pub mod literal;
mod message;
mod number;
pub mod operator;
mod pattern;
mod query;
mod recovery;
pub mod signature;
mod suggestion;
mod value;

pub use error::{CfnGuardError, ParseError};
pub use file::{parse, parse_as, parse_with_cancel};

use super::semantics::Semantics;

/// The language of a rules file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Language {
    /// The dialect, which decides whether extensions are accepted.
    pub dialect: Dialect,
    /// The version of cfn-guard, as a set of changes.
    pub semantics: Semantics,
}

impl From<Dialect> for Language {
    fn from(dialect: Dialect) -> Language {
        Language {
            dialect,
            ..Language::default()
        }
    }
}

impl From<Semantics> for Language {
    fn from(semantics: Semantics) -> Language {
        Language {
            semantics,
            ..Language::default()
        }
    }
}

/// The dialect of a rules file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Dialect {
    /// Exactly what cfn-guard accepts.
    #[default]
    CfnGuard,
    /// Additionally accepts a function's result as the head of a query (`count(a.*) >= 1`, `a[ keys == to_lower("B")
    /// ]`); in strings, the escapes `\n`, `\r`, `\t`, `\\` and `\uXXXX`, so that a string can end in a backslash; and
    /// in messages, the placeholders `%name` and `%{query}`.
    Extended,
}
