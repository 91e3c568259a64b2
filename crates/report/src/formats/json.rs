//! The result document, indented, as documented in docs/contract.md.

use std::io::{self, Write as _};

use crate::result::ResultDocument;
use crate::{EscapingWriter, Format, Notation};
use cfn_warden_engine::Run;

/// The result document.
pub static FORMAT: Format = Format {
    name: "json",
    docs: "The result document, for programs",
    notation: Notation::Json,
    render,
};

fn render(run: &Run<'_>, out: &mut EscapingWriter<'_>) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, &ResultDocument::of(run))?;
    writeln!(out)
}
