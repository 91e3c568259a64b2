//! GitHub Actions annotations: one line per finding, shown next to the code.
//! <https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands>

use std::io;

use crate::engine::Run;
use crate::report::{self, Format, Paint, not_seen};
use cfn_warden_syntax::finding::{Finding, Severity};
use cfn_warden_syntax::names::listed;

/// GitHub Actions annotations.
pub static FORMAT: Format =
    Format { name: "github", docs: "Annotations of GitHub Actions, next to the changed lines", render };

/// Maximum number of rules per annotation.
const LISTED: usize = 50;

fn render(run: &Run<'_>, _: Paint, out: &mut dyn io::Write) -> io::Result<()> {
    for finding in &run.findings {
        annotate(finding, out)?;
    }
    for issue in &run.incomplete {
        let place = issue.at.map(|at| format!(",line={},col={}", at.line, at.column)).unwrap_or_default();
        let file = property(&issue.file);
        writeln!(out, "::error file={file}{place},title=not checked::{}", data(&issue.message))?;
    }
    for part in not_seen::parts(run) {
        let command = if not_seen::fails(part) { "error" } else { "warning" };
        let place = part.span.map(|span| format!(",line={},col={}", span.start.line, span.start.column));
        let (file, place) = (property(&part.file), place.unwrap_or_default());
        writeln!(out, "::{command} file={file}{place},title=not seen ({})::{}", part.kind, data(&part.reason))?;
    }
    if let Some(words) = report::in_baseline(run) {
        writeln!(out, "::notice title=baseline::{}", data(&words))?;
    }
    let rules = not_seen::never_applied(run);
    if !rules.is_empty() {
        let names = listed(rules, LISTED);
        writeln!(out, "::notice title=rules that did not apply to any document::{}", data(&names))?;
    }
    Ok(())
}

fn annotate(finding: &Finding, out: &mut dyn io::Write) -> io::Result<()> {
    let command = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Informational => "notice",
    };
    let (start, end) = (finding.span.start, finding.span.end);
    write!(out, "::{command} file={},line={}", property(&finding.file), start.line)?;
    // Columns are only allowed for annotations of a single line.
    match start.line == end.line {
        true => write!(out, ",endLine={},col={},endColumn={}", end.line, start.column, end.column)?,
        false => write!(out, ",endLine={}", end.line)?,
    }
    let remedy = finding.remediation.as_ref().map(|remedy| format!("\n{remedy}")).unwrap_or_default();
    let message = format!("{}{remedy}", finding.described());
    writeln!(out, ",title={}::{}", property(&finding.rule.id), data(&message))
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
