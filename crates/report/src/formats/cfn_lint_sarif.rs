//! SARIF as cfn-lint writes it: without the pages of the rules.

use std::io;

use super::sarif::{self, Help};
use crate::{EscapingWriter, Format, Notation};
use cfn_warden_engine::Run;

/// cfn-lint-sarif
pub static FORMAT: Format = Format {
    name: "cfn-lint-sarif",
    docs: "SARIF 2.1.0 with the keys that cfn-lint writes",
    notation: Notation::Json,
    render,
};

fn render(run: &Run<'_>, out: &mut EscapingWriter<'_>) -> io::Result<()> {
    sarif::write(run, Help::Absent, out)
}
