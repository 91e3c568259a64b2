//! The tests of Hooks, for `make mutants`; `all` runs them too.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::disallowed_methods,
    dead_code,
    unused_imports,
    reason = "as in tests/main.rs; helpers of the other tests are not used here"
)]

#[path = "../hook.rs"]
mod hook;
#[path = "../operations.rs"]
mod operations;
#[path = "../recorded.rs"]
mod recorded;
#[path = "../result_schema.rs"]
mod result_schema;
#[path = "../sources.rs"]
mod sources;
#[path = "../support/mod.rs"]
mod support;
