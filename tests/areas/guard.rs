//! The tests that need only the Guard crate, for `make mutants`; `all` runs them too.
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

#[path = "../guard/by_type.rs"]
mod by_type;
#[path = "../guard/dialect.rs"]
mod dialect;
#[path = "../guard/fixtures.rs"]
mod fixtures;
#[path = "../guard/fuzz.rs"]
mod fuzz;
#[path = "../guard/harness.rs"]
mod harness;
#[path = "../guard/language.rs"]
mod language;
#[path = "../guard/notices.rs"]
mod notices;
#[path = "../recorded.rs"]
mod recorded;
#[path = "../guard/repeats.rs"]
mod repeats;
#[path = "../guard/robust.rs"]
mod robust;
#[path = "../guard/semantics.rs"]
mod semantics;
#[path = "../support"]
mod support {
    pub mod damage;
}
#[path = "../guard/verdicts.rs"]
mod verdicts;

use verdicts::{Verdicts, recorded_lines, verdicts_as};
