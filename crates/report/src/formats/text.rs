//! cfn-lint's default format.
//! <https://github.com/aws-cloudformation/cfn-lint/blob/main/src/cfnlint/formatters/formatter.py>

use std::io::{self, Write as _};

use crate::words::shown_name;
use crate::{self as report, EscapingWriter, Format, limit, matches};
use cfn_warden_engine::Run;

/// cfn-lint's default format.
pub static FORMAT: Format = Format { name: "text", docs: "cfn-lint's default output", render };

fn render(run: &Run<'_>, out: &mut EscapingWriter<'_>) -> io::Result<()> {
    let mut found = matches::of(run);
    let hidden = limit::apply(&mut found, run.max_findings, |one| one.finding.severity);
    for found in found {
        let finding = &found.finding;
        let at = finding.span.start;
        let file = shown_name(&finding.file);
        writeln!(out, "{} {}\n{file}:{}:{}\n", finding.rule.id, finding.message, at.line, at.column)?;
    }
    hidden.into_iter().chain(report::in_baseline(run)).try_for_each(|words| writeln!(out, "{words}"))
}
