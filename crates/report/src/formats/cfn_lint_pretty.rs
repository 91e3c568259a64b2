//! cfn-lint's `--format pretty`.
//! <https://github.com/aws-cloudformation/cfn-lint/blob/main/src/cfnlint/formatters/pretty.py>

use std::io;

use crate::matches::{self, Match};
use crate::{Format, Paint, used_rules};
use cfn_warden_engine::{RuleCounts, Run};
use cfn_warden_syntax::finding::Severity;

/// cfn-lint's `--format pretty`.
pub static FORMAT: Format = Format {
    name: "cfn-lint-pretty",
    docs: "Findings by file and severity with counts, as cfn-lint prints them",
    render,
};

/// Severities, highest first, with their colors.
const SEVERITIES: [(Severity, &str); 3] =
    [(Severity::Error, "31"), (Severity::Warning, "33"), (Severity::Informational, "34")];

fn render(run: &Run<'_>, paint: Paint, out: &mut dyn io::Write) -> io::Result<()> {
    let matches = matches::of(run);
    for of_file in matches.chunk_by(|a, b| a.finding.file == b.finding.file) {
        writeln!(out, "{}", paint.with("4", matches::file_name(of_file.first().map(|found| &*found.finding))))?;
        for (severity, colour) in SEVERITIES {
            for Match { finding, .. } in of_file.iter().filter(|found| found.finding.severity == severity) {
                let at = format!("{:20}", format!("{}:{}:", finding.span.start.line, finding.span.start.column));
                let id = paint.with(colour, format!("{:10}", finding.rule.id));
                // Names of Guard rules may be longer than the column.
                let gap = if finding.rule.id.chars().count() < 10 { "" } else { " " };
                writeln!(out, "{}{id}{gap}{}", paint.with("0", at), finding.message)?;
            }
        }
        writeln!(out)?;
    }
    let count = |(severity, colour): (Severity, &'static str)| {
        let count = matches.iter().filter(|found| found.finding.severity == severity).count();
        paint.with(colour, count)
    };
    let [errors, warnings, informational] = SEVERITIES.map(count);
    let bold = |count: usize| paint.with("1:0", count);
    writeln!(
        out,
        "cfn-warden scanned {} templates against {} rules and found {errors} errors, {warnings} warnings, and \
         {informational} informational violations",
        bold(run.documents.len()),
        bold(used_rules::of(run).len()),
    )?;
    let RuleCounts { passed, failed, skipped, undecided } = run.rules;
    if run.rules != RuleCounts::default() {
        let undecided = if undecided == 0 { String::new() } else { format!(", {undecided} not decided") };
        writeln!(out, "Guard rules: {passed} passed, {failed} failed, {skipped} skipped{undecided}")?;
    }
    Ok(())
}
