//! cfn-lint's `--format quiet`.
//! <https://github.com/aws-cloudformation/cfn-lint/blob/main/src/cfnlint/formatters/quit.py>

use std::io::{self, Write as _};

use crate::matches;
use crate::words::shown_name;
use crate::{EscapingWriter, Format, Notation};
use cfn_warden_engine::Run;

/// cfn-lint's `--format quiet`.
pub static FORMAT: Format = Format {
    name: "quiet",
    docs: "Rule, title and line, as cfn-lint prints them",
    notation: Notation::Text,
    render,
};

fn render(run: &Run<'_>, out: &mut EscapingWriter<'_>) -> io::Result<()> {
    for found in matches::of(run) {
        let finding = &found.finding;
        let file = shown_name(&finding.file);
        writeln!(
            out,
            "{}: {} {file}:{}",
            finding.rule.id,
            found.title(),
            finding.span.start.line
        )?;
    }
    Ok(())
}
