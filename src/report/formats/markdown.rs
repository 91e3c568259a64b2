//! Markdown for pull request comments and workflow step summaries.

use std::io;

use crate::engine::{Run, Status};
use crate::report::deduplicate::{self, FindingGroup};
use crate::report::words::{counted, prose_and_code, shown_name};
use crate::report::{self, Format, Paint, not_seen};
use cfn_warden_syntax::finding::{Finding, Related, Severity};
use cfn_warden_syntax::names::listed;

/// Markdown.
pub static FORMAT: Format =
    Format { name: "markdown", docs: "Tables of findings for pull request comments and step summaries", render };

/// Maximum number of listed findings per document, unseen parts and rules that never applied. A GitHub comment has at
/// most 65,536 characters.
const MOST: usize = 100;

fn render(run: &Run<'_>, _: Paint, out: &mut dyn io::Write) -> io::Result<()> {
    let verdict = match run.status() {
        Status::Pass => "✅ compliant",
        Status::Fail => "❌ not compliant",
        Status::Error => "❌ not compliant: something could not be checked",
    };
    writeln!(out, "## {verdict}\n")?;
    let groups = deduplicate::of(&run.findings);
    let count = |severity, what| counted(deduplicate::count(&groups, severity), what);
    let more = |count: usize, what| if count == 0 { String::new() } else { format!(", {}", counted(count, what)) };
    let incomplete = more(run.incomplete.len(), "input not checked");
    let unseen = more(run.coverage.not_seen.len(), "part not seen");
    writeln!(
        out,
        "{}: {}, {}, {}{incomplete}{unseen}.",
        counted(run.documents.len(), "document"),
        count(Severity::Error, "error"),
        count(Severity::Warning, "warning"),
        count(Severity::Informational, "note"),
    )?;
    if let Some(words) = report::in_baseline(run) {
        writeln!(out, "\n{}.", escaped(&words))?;
    }
    for document in &run.documents {
        let found: Vec<_> = groups.iter().filter(|group| group.finding.file == document.name).collect();
        section(document.name, &found, out)?;
    }
    let is_shown = |group: &&FindingGroup<'_>| run.documents.iter().any(|document| group.finding.file == document.name);
    let others: Vec<_> = groups.iter().filter(|group| !is_shown(group)).collect();
    for of_file in others.chunk_by(|a, b| a.finding.file == b.finding.file) {
        let name = of_file.first().map(|group| group.finding.file.as_str()).unwrap_or_default();
        section(name, of_file, out)?;
    }
    if !run.incomplete.is_empty() {
        writeln!(out, "\n### Not checked\n")?;
    }
    for issue in &run.incomplete {
        let at = issue.at.map(|at| format!(":{}:{}", at.line, at.column)).unwrap_or_default();
        writeln!(out, "- {}: {}", code(&format!("{}{at}", shown_name(&issue.file))), escaped(&issue.message))?;
    }
    coverage(run, out)
}

/// Writes the unseen parts and the rules that never applied.
fn coverage(run: &Run<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    let (parts, rules) = (not_seen::parts(run), not_seen::never_applied(run));
    if !parts.is_empty() {
        writeln!(out, "\n### Not seen\n")?;
    }
    for part in parts.iter().take(MOST) {
        let key = if not_seen::fails(part) { "🔴" } else { "🟡" };
        let (at, kind) = (code(&not_seen::position(part)), escaped(part.kind.name()));
        writeln!(out, "- {key} {at}: {} ({kind})", escaped(&part.reason))?;
    }
    if let Some(more) = parts.len().checked_sub(MOST).filter(|more| *more > 0) {
        writeln!(out, "- … and {more} more")?;
    }
    if rules.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nRules that did not apply to any document: {}.", escaped(&listed(rules, MOST)))
}

fn section(name: &str, found: &[&FindingGroup<'_>], out: &mut dyn io::Write) -> io::Result<()> {
    if found.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n### {}\n\n| | rule | line | what |\n|---|---|---:|---|", code(shown_name(name)))?;
    for group in found.iter().take(MOST) {
        row(group, out)?;
    }
    match found.len().checked_sub(MOST) {
        None | Some(0) => Ok(()),
        Some(more) => writeln!(out, "\n… and {more} more."),
    }
}

fn row(group: &FindingGroup<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    let finding = group.finding;
    let key = match finding.severity {
        Severity::Error => "🔴",
        Severity::Warning => "🟡",
        Severity::Informational => "🔵",
    };
    let id = escaped(&finding.rule.id);
    let rule = match finding.documentation().starts_with("https://") {
        true => format!("[{id}]({})", finding.documentation()),
        false => id,
    };
    let place = finding.path.as_ref().map(|path| format!("<br>{}", code(&path.to_string()))).unwrap_or_default();
    let remedy = finding.remediation.as_ref().map(|remedy| format!("<br>→ {}", prose(remedy))).unwrap_or_default();
    let also = |other: &Finding| format!("<br>also {}: {}", escaped(&other.rule.id), prose(&other.message));
    let also: String = group.listed().map(also).collect();
    let more = group.more_combinations().map(|more| format!("<br>{more}")).unwrap_or_default();
    let related = |one: &Related| format!("<br>see line {}: {}", one.span.start.line, prose(&one.text));
    let related: String = finding.related.iter().map(related).collect();
    let (line, message) = (finding.span.start.line, prose(&finding.described()));
    writeln!(out, "| {key} | {rule} | {line} | {message}{place}{remedy}{related}{also}{more} |")
}

/// Escapes text, in which code is in backticks.
fn prose(text: &str) -> String {
    prose_and_code(text).map(|(is_code, part)| if is_code { code(part) } else { escaped(part) }).collect()
}

/// Escapes text, also for table cells.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (place, line) in text.lines().enumerate() {
        if place > 0 {
            out.push_str("<br>");
        }
        for c in line.chars() {
            match c {
                '<' => out.push_str("&lt;"),
                '>' => out.push_str("&gt;"),
                '&' => out.push_str("&amp;"),
                // Prevents mentions, which notify users.
                '@' => out.push_str("&#64;"),
                '\\' | '|' | '*' | '_' | '`' | '[' | ']' | '#' | '~' => out.extend(['\\', c]),
                c => out.push(c),
            }
        }
    }
    out
}

/// Formats text as code, also for table cells. Code has no escapes, so that delimiters are replaced.
fn code(text: &str) -> String {
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!("`{}`", plain.replace('`', "'").replace('|', "\\|"))
}
