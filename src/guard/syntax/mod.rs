//! Guard's rules language: text in, tree out.
//!
//! The set of accepted texts is that of cfn-guard 3.2.1, to the letter: its parser is a chain of ordered alternatives
//! with points of no return, and so is this one.

pub mod ast;
pub mod literal;
pub mod signature;
