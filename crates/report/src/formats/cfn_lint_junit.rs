//! JUnit XML as cfn-lint writes it: all findings are failures.

use std::io;

use super::junit::{self, Failing};
use crate::{EscapingWriter, Format, Notation};
use cfn_warden_engine::Run;

/// cfn-lint-junit
pub static FORMAT: Format = Format {
    name: "cfn-lint-junit",
    docs: "JUnit XML in which all findings are failures, as in cfn-lint",
    notation: Notation::Text,
    render,
};

fn render(run: &Run<'_>, out: &mut EscapingWriter<'_>) -> io::Result<()> {
    junit::write(run, Failing::All, out)
}
