//! Rendering of runs. Each format is a module of [`formats`]; wire structs are defined next to the code that fills
//! them.

pub mod coverage;
pub mod deduplicate;
pub mod formats;
mod matches;
mod not_seen;
pub mod pages;
mod python_json;
pub mod resolved;
pub mod result;
pub mod source_line;
pub mod suppressions;
mod used_rules;
mod words;
pub(crate) mod xml;

use std::io;

use crate::engine::Run;
pub use cfn_warden_guard::report::console::Paint;
pub use words::shown_name;

/// A report format.
#[derive(Debug)]
pub struct Format {
    /// The name in `--format`.
    pub name: &'static str,
    /// The title of the page in `docs/formats`.
    pub docs: &'static str,
    /// Renders the run, with colors if the format has any. Fails only if the writer does.
    pub render: fn(&Run<'_>, Paint, &mut dyn io::Write) -> io::Result<()>,
}

/// Returns a format by name.
pub fn by_name(name: &str) -> Option<&'static Format> {
    formats::ALL.iter().copied().find(|format| format.name == name)
}

/// Returns the names of all formats for error messages.
pub fn names() -> String {
    formats::ALL.iter().map(|format| format.name).collect::<Vec<_>>().join(", ")
}
