//! YAML 1.1 as libyaml 0.2.5 reads it, the library under both references.

pub mod cursor;
pub mod event;
pub mod fault;
pub mod parser;
mod scan_block;
mod scan_scalar;
mod scan_tag;
mod scanner;
pub mod token;
