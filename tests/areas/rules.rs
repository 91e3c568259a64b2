//! The tests that need only the lint crate and those below it, for `make mutants`; `all` runs them too.
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

#[path = "../compat.rs"]
mod compat;
#[path = "../deployability.rs"]
mod deployability;
#[path = "../draft7.rs"]
mod draft7;
#[path = "../language_extensions.rs"]
mod language_extensions;
#[path = "../lint.rs"]
mod lint;
#[path = "../recorded.rs"]
mod recorded;
#[path = "../schema.rs"]
mod schema;
#[path = "../serverless.rs"]
mod serverless;
#[path = "../support"]
mod support {
    pub mod annotation;
    mod files;
    mod settings;

    pub use files::files_below;
    pub use settings::settings;
}
