//! cfn-lint's `--format quiet`.
//! <https://github.com/aws-cloudformation/cfn-lint/blob/main/src/cfnlint/formatters/quit.py>

use std::io;

use crate::matches;
use crate::{Format, Paint};
use cfn_warden_engine::Run;

/// cfn-lint's `--format quiet`.
pub static FORMAT: Format = Format { name: "quiet", docs: "Rule, title and line, as cfn-lint prints them", render };

fn render(run: &Run<'_>, _: Paint, out: &mut dyn io::Write) -> io::Result<()> {
    for found in matches::of(run) {
        let finding = &found.finding;
        let file = matches::file_name(Some(finding));
        writeln!(out, "{}: {} {file}:{}", finding.rule.id, found.title(), finding.span.start.line)?;
    }
    Ok(())
}
