//! Markdown for pull request comments and workflow step summaries.

use std::collections::HashMap;
use std::io::{self, Write as _};

use crate::deduplicate::{self, FindingGroup};
use crate::waivers::{Waived, waived};
use crate::words::{counted, prose_and_code, shown_name};
use crate::{self as report, EscapingWriter, Format, Notation, by_rule, construct, not_seen};
use cfn_warden_engine::{Document, Run, Status};
use cfn_warden_syntax::finding::{Finding, Related, Severity};
use cfn_warden_syntax::names::listed;
use cfn_warden_syntax::place;

/// Markdown.
pub static FORMAT: Format = Format {
    name: "markdown",
    docs: "Tables of findings for pull request comments and step summaries",
    notation: Notation::Text,
    render,
};

/// Maximum number of listed inputs that were not checked, unseen parts, waived findings, and rules.
const MOST: usize = 100;
/// Maximum number of rules whose findings are counted in a table.
const RULES: usize = 20;
/// Maximum number of bytes of the tables of findings. With the lists and the short rest, a report fits in a GitHub comment,
/// which has at most 65,536 characters.
const TABLES: usize = 40_000;
/// Maximum number of bytes of each list.
const LIST: usize = 5_000;

fn render(run: &Run<'_>, out: &mut EscapingWriter<'_>) -> io::Result<()> {
    let verdict = match run.status() {
        Status::Pass => "✅ compliant",
        Status::Fail => "❌ not compliant",
        Status::Error => "❌ not compliant: something could not be checked",
    };
    writeln!(out, "## {verdict}\n")?;
    let groups = deduplicate::of(&run.findings);
    let count = |severity, what| counted(deduplicate::count(&groups, severity), what);
    let more = |count: usize, what| {
        if count == 0 {
            String::new()
        } else {
            format!(", {}", counted(count, what))
        }
    };
    let incomplete = more(run.incomplete.len(), "input not checked");
    let unseen = more(run.coverage.not_seen.len(), "part not seen");
    let waived = waived(run);
    let accepted = more(waived.len(), "finding waived");
    writeln!(
        out,
        "{}: {}, {}, {}{incomplete}{unseen}{accepted}.",
        counted(run.documents.len(), "document"),
        count(Severity::Error, "error"),
        count(Severity::Warning, "warning"),
        count(Severity::Informational, "note"),
    )?;
    if let Some(words) = report::in_baseline(run) {
        writeln!(out, "\n{}.", escaped(&words))?;
    }
    findings(run, &deduplicate::by_place(groups), out)?;
    let incomplete = run.incomplete.iter().map(|issue| {
        format!(
            "{}: {}",
            code(&place(shown_name(&issue.file), issue.at)),
            escaped(&issue.message)
        )
    });
    list("Not checked", incomplete, out)?;
    list("Waived", waived.iter().map(waiver), out)?;
    coverage(run, out)
}

/// Writes a table for each document. If they are too long for a comment, errors come first, and the rest is counted.
fn findings(run: &Run<'_>, groups: &[FindingGroup<'_>], out: &mut dyn io::Write) -> io::Result<()> {
    let mut by_file: Vec<(&str, Vec<&FindingGroup<'_>>)> = run
        .documents
        .iter()
        .map(|document| (document.name, Vec::new()))
        .collect();
    let mut places: HashMap<&str, usize> = run
        .documents
        .iter()
        .map(|document| document.name)
        .zip(0..)
        .collect();
    for group in groups {
        let name = group.finding.file.as_str();
        let place = *places.entry(name).or_insert(by_file.len());
        if place == by_file.len() {
            by_file.push((name, Vec::new()));
        }
        by_file
            .get_mut(place)
            .into_iter()
            .for_each(|(_, of_file)| of_file.push(group));
    }
    let mut sections: Vec<Section<'_>> = by_file
        .iter()
        .map(|(name, of_file)| Section {
            name,
            rows: vec![None; of_file.len()],
        })
        .collect();
    let mut left = TABLES;
    let mut most = run.max_findings.unwrap_or(usize::MAX);
    'all: for severity in [Severity::Error, Severity::Warning, Severity::Informational] {
        for ((_, of_file), section) in by_file.iter().zip(&mut sections) {
            for (group, place) in of_file
                .iter()
                .zip(0..)
                .filter(|(group, _)| group.finding.severity == severity)
            {
                let heading = if section.rows.iter().all(Option::is_none) {
                    section.heading().len()
                } else {
                    0
                };
                let row = row(group, &run.documents);
                match (
                    left.checked_sub(row.len().saturating_add(heading)),
                    most.checked_sub(1),
                ) {
                    (Some(rest), Some(fewer)) => (left, most) = (rest, fewer),
                    _ => break 'all,
                }
                section
                    .rows
                    .get_mut(place)
                    .into_iter()
                    .for_each(|place| *place = Some(row.clone()));
            }
        }
    }
    let (mut hidden, mut files) = (0_usize, 0_usize);
    for section in &sections {
        let shown: String = section.rows.iter().flatten().map(String::as_str).collect();
        let more = section.rows.iter().filter(|row| row.is_none()).count();
        if shown.is_empty() {
            hidden = hidden.saturating_add(more);
            files = files.saturating_add(usize::from(more > 0));
            continue;
        }
        write!(out, "{}{shown}", section.heading())?;
        if more > 0 {
            writeln!(out, "\n… and {more} more.")?;
        }
    }
    if hidden > 0 {
        writeln!(
            out,
            "\n… and {hidden} more in {}.",
            counted(files, "document")
        )?;
    }
    match sections
        .iter()
        .flat_map(|section| &section.rows)
        .all(Option::is_some)
    {
        true => Ok(()),
        false => rules(groups, out),
    }
}

/// The table of a document: a row for each of its findings, `None` for those that are not shown.
struct Section<'r> {
    name: &'r str,
    rows: Vec<Option<String>>,
}

impl Section<'_> {
    fn heading(&self) -> String {
        format!(
            "\n### {}\n\n| | rule | line | what |\n|---|---|---:|---|\n",
            code(shown_name(self.name))
        )
    }
}

/// Writes how many findings the rules have, those with the most first.
fn rules(groups: &[FindingGroup<'_>], out: &mut dyn io::Write) -> io::Result<()> {
    let counts = by_rule::counts(groups);
    writeln!(
        out,
        "\n### Findings by rule\n\n| rule | findings |\n|---|---:|"
    )?;
    for (rule, _, count) in counts.iter().take(RULES) {
        writeln!(out, "| {} | {count} |", escaped(rule))?;
    }
    match counts.len().checked_sub(RULES) {
        None | Some(0) => Ok(()),
        Some(more) => writeln!(out, "\n… and {more} more."),
    }
}

/// Formats a finding that a waiver accepts.
fn waiver(Waived { finding, why }: &Waived<'_>) -> String {
    let at = code(&format!(
        "{}:{}",
        shown_name(&finding.file),
        finding.span.start.line
    ));
    format!("{at} {}: {}", escaped(&finding.rule.id), escaped(why))
}

/// Writes a list with a heading, if it has items; those beyond the limits are counted.
fn list(
    heading: &str,
    items: impl Iterator<Item = String>,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let mut items = items.peekable();
    if items.peek().is_some() {
        writeln!(out, "\n### {heading}\n")?;
    }
    let (mut left, mut shown) = (LIST, 0);
    while let Some(item) = items.next_if(|item| shown < MOST && item.len() <= left) {
        writeln!(out, "- {item}")?;
        left = left.saturating_sub(item.len());
        shown += 1;
    }
    match items.count() {
        0 => Ok(()),
        more => writeln!(out, "- … and {more} more"),
    }
}

/// Writes the unseen parts and the rules that never applied.
fn coverage(run: &Run<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    let rules = not_seen::never_applied(run);
    let parts = not_seen::parts(run).into_iter().map(|part| {
        let key = if not_seen::fails(part) {
            "🔴"
        } else {
            "🟡"
        };
        let (at, kind) = (code(&not_seen::position(part)), escaped(part.kind.name()));
        format!("{key} {at}: {} ({kind})", escaped(&part.reason))
    });
    list("Not seen", parts, out)?;
    match rules.is_empty() {
        true => Ok(()),
        false => writeln!(
            out,
            "\nRules that did not apply to any document: {}.",
            escaped(&listed(rules, RULES))
        ),
    }
}

/// Maximum number of paths of findings at one place.
const PATHS: usize = 10;

fn row(group: &FindingGroup<'_>, documents: &[Document<'_>]) -> String {
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
    let (paths, other_paths) = group.paths(PATHS);
    let place: String = paths
        .iter()
        .map(|path| format!("<br>{}", code(path)))
        .chain(other_paths.map(|more| format!("<br>{more}")))
        .collect();
    let construct = construct::of_finding(finding, documents);
    let construct = construct
        .map(|one| format!("<br>in {}", escaped(&one.described())))
        .unwrap_or_default();
    let remedy = finding
        .remediation
        .as_ref()
        .map(|remedy| format!("<br>→ {}", prose(remedy)))
        .unwrap_or_default();
    let also = |other: &Finding| {
        format!(
            "<br>also {}: {}",
            escaped(&other.rule.id),
            prose(&other.message)
        )
    };
    let also: String = group.listed().map(also).collect();
    let more = group
        .more_combinations()
        .map(|more| format!("<br>{more}"))
        .unwrap_or_default();
    let related =
        |one: &Related| format!("<br>see line {}: {}", one.span.start.line, prose(&one.text));
    let related: String = finding.related.iter().map(related).collect();
    let (line, message) = (finding.span.start.line, prose(&finding.described()));
    format!(
        "| {key} | {rule} | {line} | {message}{place}{construct}{remedy}{related}{also}{more} |\n"
    )
}

/// Escapes text, in which code is in backticks.
fn prose(text: &str) -> String {
    prose_and_code(text)
        .map(|(is_code, part)| if is_code { code(part) } else { escaped(part) })
        .collect()
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

/// Formats text as code, also for table cells. Code has no escapes, so that delimiters and line breaks are replaced.
fn code(text: &str) -> String {
    let plain: String = text
        .chars()
        .map(|c| if c.is_whitespace() { ' ' } else { c })
        .collect();
    format!("`{}`", plain.replace('`', "'").replace('|', "\\|"))
}
