//! cfn-lint's default format.
//! <https://github.com/aws-cloudformation/cfn-lint/blob/main/src/cfnlint/formatters/formatter.py>

use std::io::{self, Write as _};

use crate::words::shown_name;
use crate::{self as report, EscapingWriter, Format, Notation, deduplicate, limit, matches};
use cfn_warden_engine::Run;

/// cfn-lint's default format.
pub static FORMAT: Format = Format {
    name: "text",
    docs: "cfn-lint's default output",
    notation: Notation::Text,
    render,
};

fn render(run: &Run<'_>, out: &mut EscapingWriter<'_>) -> io::Result<()> {
    let mut groups = deduplicate::of(&run.findings);
    let hidden = limit::apply(&mut groups, run.max_findings, |group| {
        group.finding.severity
    });
    let matches = match hidden {
        None => matches::of(run),
        Some(_) => matches::with_unchecked(run, groups.iter().map(|group| group.finding)),
    };
    for found in matches {
        let finding = &found.finding;
        let at = finding.span.start;
        let file = shown_name(&finding.file);
        writeln!(
            out,
            "{} {}\n{file}:{}:{}\n",
            finding.rule.id, finding.message, at.line, at.column
        )?;
    }
    hidden
        .into_iter()
        .chain(report::in_baseline(run))
        .try_for_each(|words| writeln!(out, "{words}"))
}
