//! cfn-lint's `--format parseable`.
//! <https://github.com/aws-cloudformation/cfn-lint/blob/main/src/cfnlint/formatters/parseable.py>

use std::io::{self, Write as _};

use crate::words::{one_line, shown_name};
use crate::{EscapingWriter, Format, Notation, matches};
use cfn_warden_engine::Run;

/// cfn-lint's `--format parseable`.
pub static FORMAT: Format = Format {
    name: "parseable",
    docs: "One line for each finding, as cfn-lint prints it",
    notation: Notation::Text,
    render,
};

fn render(run: &Run<'_>, out: &mut EscapingWriter<'_>) -> io::Result<()> {
    for found in matches::of(run) {
        let finding = &found.finding;
        let (start, end) = (finding.span.start, finding.span.end);
        let file = shown_name(&finding.file);
        write!(
            out,
            "{file}:{}:{}:{}:{}:",
            start.line, start.column, end.line, end.column
        )?;
        writeln!(out, "{}:{}", finding.rule.id, one_line(&finding.message))?;
    }
    Ok(())
}
