//! For people at a terminal: what is wrong, the line it is on, and how to mend it.

use std::io;

use crate::engine::{Document, Run, Status};
use crate::finding::{Finding, Severity};
use crate::report::result::severity_name;
use crate::report::source_line::{Lines, marked};
use crate::report::words::{counted, shown_name};
use crate::report::{Format, Paint, resolved};

/// Findings with their source lines.
pub static FORMAT: Format = Format { name: "pretty", docs: "for people: each finding with its source line", render };

fn render(run: &Run<'_>, paint: Paint, out: &mut dyn io::Write) -> io::Result<()> {
    let is_of = |finding: &Finding, document: &Document<'_>| finding.file == document.name;
    // Values for parameters come from files that are no documents.
    for finding in run.findings.iter().filter(|finding| !run.documents.iter().any(|document| is_of(finding, document)))
    {
        show(finding, run, &Lines::of(""), paint, out)?;
    }
    for document in &run.documents {
        let lines = Lines::of(&document.text);
        for finding in run.findings.iter().filter(|finding| is_of(finding, document)) {
            show(finding, run, &lines, paint, out)?;
        }
    }
    for document in &run.documents {
        resolution(document, out)?;
    }
    for fault in &run.faults {
        let at = fault.at.map(|at| format!(":{}:{}", at.line, at.column)).unwrap_or_default();
        let what = paint.with("1;31", "not checked");
        writeln!(out, "{}{at}: {what}: {}\n", shown_name(&fault.file), fault.message)?;
    }
    let verdict = match run.status() {
        Status::Pass => paint.with("1;32", "compliant"),
        Status::Fail => paint.with("1;31", "not compliant"),
        Status::Error => paint.with("1;31", "not compliant: something could not be checked"),
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

fn show(finding: &Finding, run: &Run<'_>, lines: &Lines<'_>, paint: Paint, out: &mut dyn io::Write) -> io::Result<()> {
    let colour = match finding.severity {
        Severity::Error => "1;31",
        Severity::Warning => "1;33",
        Severity::Informational => "1;34",
    };
    let at = finding.span.start;
    let mut message = finding.message.lines();
    writeln!(
        out,
        "{}:{}:{}: {} {}: {}",
        shown_name(&finding.file),
        at.line,
        at.column,
        paint.with(colour, severity_name(finding.severity)),
        paint.bold(&finding.rule.id),
        message.next().unwrap_or_default()
    )?;
    for line in message {
        writeln!(out, "    {line}")?;
    }
    if let Some(excerpt) = lines.excerpt(marked(finding)) {
        write!(out, "{}", excerpt.painted(paint, colour))?;
    }
    if let Some(path) = &finding.path {
        writeln!(out, "  at {path}")?;
    }
    for value in resolved::of_finding(finding, &run.documents) {
        writeln!(out, "  with {value}")?;
    }
    if let Some(remediation) = &finding.remediation {
        writeln!(out, "  {} {remediation}", paint.with("32", "to mend it:"))?;
    }
    if !finding.rule.source.is_empty() {
        writeln!(out, "  see {}", finding.rule.source)?;
    }
    for child in &finding.children {
        writeln!(out, "  because {}: {}", child.rule.id, child.message)?;
    }
    writeln!(out)
}

/// What a document was resolved with.
fn resolution(document: &Document<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    let Some(resolution) = &document.resolution else { return Ok(()) };
    writeln!(out, "{}: resolved with", shown_name(document.name))?;
    for known in &resolution.parameters {
        writeln!(out, "  {known}")?;
    }
    for (name, holds) in &resolution.conditions {
        writeln!(out, "  {name} is {holds}")?;
    }
    for (path, condition) in &resolution.removed {
        writeln!(out, "  {path} is left out: {condition} is false")?;
    }
    for (name, why) in &resolution.unknown {
        writeln!(out, "  {name} stays unknown: {why}")?;
    }
    writeln!(out)
}
