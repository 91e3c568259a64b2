//! cfn-lint's `--format pretty`.
//! <https://github.com/aws-cloudformation/cfn-lint/blob/main/src/cfnlint/formatters/pretty.py>

use std::io::{self, Write as _};

use crate::matches::{self, Match};
use crate::words::shown_name;
use crate::{EscapingWriter, Format, Notation, used_rules};
use cfn_warden_engine::{RuleCounts, Run};
use cfn_warden_syntax::finding::Severity;

/// cfn-lint's `--format pretty`.
pub static FORMAT: Format = Format {
    name: "cfn-lint-pretty",
    docs: "Findings by file and severity with counts, as cfn-lint prints them",
    notation: Notation::Text,
    render,
};

/// Severities, highest first, with their colors.
const SEVERITIES: [(Severity, &str); 3] = [
    (Severity::Error, "31"),
    (Severity::Warning, "33"),
    (Severity::Informational, "34"),
];

const BOLD: &str = "1:0";

fn render(run: &Run<'_>, out: &mut EscapingWriter<'_>) -> io::Result<()> {
    let matches = matches::of(run);
    for of_file in matches.chunk_by(|a, b| a.finding.file == b.finding.file) {
        out.painted(
            "4",
            of_file
                .first()
                .map_or("", |found| shown_name(&found.finding.file)),
        )?;
        writeln!(out)?;
        for (severity, colour) in SEVERITIES {
            for Match { finding, .. } in of_file
                .iter()
                .filter(|found| found.finding.severity == severity)
            {
                let at = format!(
                    "{:20}",
                    format!("{}:{}:", finding.span.start.line, finding.span.start.column)
                );
                // Names of Guard rules may be longer than the column.
                let gap = if finding.rule.id.chars().count() < 10 {
                    ""
                } else {
                    " "
                };
                out.painted("0", at)?;
                out.painted(colour, format_args!("{:10}", finding.rule.id))?;
                writeln!(out, "{gap}{}", finding.message)?;
            }
        }
        writeln!(out)?;
    }
    let count = |severity| {
        matches
            .iter()
            .filter(|found| found.finding.severity == severity)
            .count()
    };
    let [errors, warnings, informational] =
        SEVERITIES.map(|(severity, colour)| (colour, count(severity)));
    let parts = [
        ("cfn-warden scanned ", (BOLD, run.documents.len())),
        (" templates against ", (BOLD, used_rules::of(run).len())),
        (" rules and found ", errors),
        (" errors, ", warnings),
        (" warnings, and ", informational),
    ];
    for (words, (colour, count)) in parts {
        write!(out, "{words}")?;
        out.painted(colour, count)?;
    }
    writeln!(out, " informational violations")?;
    let RuleCounts {
        passed,
        failed,
        skipped,
        undecided,
    } = run.rules;
    if run.rules != RuleCounts::default() {
        let undecided = if undecided == 0 {
            String::new()
        } else {
            format!(", {undecided} not decided")
        };
        writeln!(
            out,
            "Guard rules: {passed} passed, {failed} failed, {skipped} skipped{undecided}"
        )?;
    }
    Ok(())
}
