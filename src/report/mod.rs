//! A run as bytes. Every format is a file of [`formats`]; the wire structs stand beside the code that fills them.

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

use std::io;

use crate::engine::Run;
pub use cfn_warden_guard::report::console::Paint;
pub use words::shown_name;

/// A way of writing a run.
#[derive(Debug)]
pub struct Format {
    /// What users call it.
    pub name: &'static str,
    /// The title of the page in `docs/formats`.
    pub docs: &'static str,
    /// Writes the run, with colours where the format has some. Fails only where the writer does.
    pub render: fn(&Run<'_>, Paint, &mut dyn io::Write) -> io::Result<()>,
}

/// The format of a name.
pub fn by_name(name: &str) -> Option<&'static Format> {
    formats::ALL.iter().copied().find(|format| format.name == name)
}

/// The names of all formats, as an error message lists them.
pub fn names() -> String {
    formats::ALL.iter().map(|format| format.name).collect::<Vec<_>>().join(", ")
}
