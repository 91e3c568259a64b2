//! Rendering of runs. Each format is a module of [`formats`]; wire structs are defined next to the code that fills
//! them.

pub mod baseline;
mod by_rule;
mod construct;
pub mod coverage;
pub mod deduplicate;
mod escaped_run;
mod escaping_writer;
mod format;
pub mod formats;
pub mod html;
mod issues;
mod limit;
mod location;
mod matches;
mod module_calls;
mod not_checked;
mod not_seen;
pub mod pages;
pub mod policy;
mod python_json;
pub mod resolved;
pub mod result;
pub mod source_line;
pub mod suppressions;
mod uri;
mod used_rules;
mod waivers;
pub mod words;
mod workflow_commands;
pub mod xml;

pub use self::format::Format;
pub use baseline::in_baseline;
pub use cfn_warden_guard::report::console::Paint;
pub use escaped_run::with_escaped;
use escaping_writer::{EscapingWriter, Notation};
pub use waivers::waived;
pub use words::{counted, shown_name};
pub use workflow_commands::{log_line, log_text};

/// Returns a format by name.
pub fn by_name(name: &str) -> Option<&'static Format> {
    formats::ALL
        .iter()
        .copied()
        .find(|format| format.name == name)
}

/// Returns the names of all formats for error messages.
pub fn names() -> String {
    formats::ALL
        .iter()
        .map(|format| format.name)
        .collect::<Vec<_>>()
        .join(", ")
}
