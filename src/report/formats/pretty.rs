//! For people at a terminal: what is wrong, the line it is on, and how to mend it.

use std::io;

use crate::engine::{Run, Status};
use crate::finding::{Finding, Severity};
use crate::report::Format;
use crate::report::result::severity_name;
use crate::report::source_line::Lines;
use crate::syntax::Span;

/// Findings with their source lines.
pub static FORMAT: Format = Format { name: "pretty", docs: "for people: each finding with its source line", render };

fn render(run: &Run<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    for document in &run.documents {
        let lines = Lines::of(&document.text);
        for finding in run.findings.iter().filter(|finding| finding.file == document.name) {
            show(finding, &lines, out)?;
        }
    }
    for fault in &run.faults {
        let at = fault.at.map(|at| format!(":{}:{}", at.line, at.column)).unwrap_or_default();
        writeln!(out, "{}{at}: not checked: {}\n", shown_name(&fault.file), fault.message)?;
    }
    let verdict = match run.status() {
        Status::Pass => "compliant",
        Status::Fail => "not compliant",
        Status::Error => "not compliant: something could not be checked",
    };
    writeln!(
        out,
        "{verdict} ({}, {}, {}, {})",
        counted(run.documents.len(), "document"),
        counted(run.count(Severity::Error), "error"),
        counted(run.count(Severity::Warning), "warning"),
        counted(run.faults.len(), "input not checked"),
    )
}

fn show(finding: &Finding, lines: &Lines<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    let at = finding.span.start;
    let mut message = finding.message.lines();
    writeln!(
        out,
        "{}:{}:{}: {} {}: {}",
        shown_name(&finding.file),
        at.line,
        at.column,
        severity_name(finding.severity),
        finding.rule.id,
        message.next().unwrap_or_default()
    )?;
    for line in message {
        writeln!(out, "    {line}")?;
    }
    if let Some(excerpt) = lines.excerpt(marked(finding)) {
        write!(out, "{excerpt}")?;
    }
    if let Some(path) = &finding.path {
        writeln!(out, "  at {path}")?;
    }
    if let Some(remediation) = &finding.remediation {
        writeln!(out, "  to mend it: {remediation}")?;
    }
    if !finding.rule.source.is_empty() {
        writeln!(out, "  see {}", finding.rule.source)?;
    }
    for child in &finding.children {
        writeln!(out, "  because {}: {}", child.rule.id, child.message)?;
    }
    writeln!(out)
}

/// What the carets stand under: the value, where it stands on the line that the finding names; otherwise its key.
fn marked(finding: &Finding) -> Span {
    let line = finding.span.start.line;
    let on_line = |span: &Span| span.start.line == line && span.end.line == line;
    finding.value_span.filter(on_line).unwrap_or(finding.span)
}

fn shown_name(file: &str) -> &str {
    if file.is_empty() { "<stdin>" } else { file }
}

fn counted(count: usize, what: &str) -> String {
    match (count, what.split_once(' ')) {
        (1, _) => format!("1 {what}"),
        (_, Some((noun, rest))) => format!("{count} {noun}s {rest}"),
        (_, None) => format!("{count} {what}s"),
    }
}
