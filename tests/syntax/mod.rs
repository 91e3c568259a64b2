//! Tests of the parser.

mod dump;
mod harness;
mod hostile;
mod json;
mod place;
mod property;
mod recorded;
mod yaml;
