//! The result document, indented, as documented in docs/contract.md.

use std::io;

use crate::engine::Run;
use crate::report::result::ResultDocument;
use crate::report::{Format, Paint};

/// The result document.
pub static FORMAT: Format = Format { name: "json", docs: "The result document, for programs", render };

fn render(run: &Run<'_>, _: Paint, out: &mut dyn io::Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, &ResultDocument::of(run))?;
    writeln!(out)
}
