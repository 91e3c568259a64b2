//! The tests that need only the template crate, for `make mutants`; `all` runs them too.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::disallowed_methods,
    dead_code,
    reason = "as in tests/main.rs; helpers of the other tests are not used here"
)]

#[path = "../document/mod.rs"]
mod document;
#[path = "../../crates/cli/src/json.rs"]
mod json;
#[path = "../recorded.rs"]
mod recorded;
mod support {
    pub(crate) use super::json;
}
