//! Markdown for pull request comments and workflow step summaries.

use std::collections::{BTreeSet, HashMap};
use std::io::{self, Write as _};

use crate::by_rule::RuleCount;
use crate::deduplicate::{self, FindingGroup};
use crate::waivers::{Waived, waived};
use crate::words::{counted, prose_and_code, shown_name, verdict};
use crate::{
    self as report, EscapingWriter, Format, Notation, by_rule, construct, not_checked, not_seen,
};
use cfn_warden_engine::{Document, Notes, Run};
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
    let mark = if run.status().is_pass() { "✅" } else { "❌" };
    writeln!(out, "## {mark} {}\n", verdict(run))?;
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
    list("Waived", waived.iter().map(waiver), out)?;
    coverage(run, out)
}

/// Writes the tables of findings, those with errors before those with warnings; what is too long for a comment is counted.
fn findings(
    run: &Run<'_>,
    groups: &[FindingGroup<'_>],
    out: &mut EscapingWriter<'_>,
) -> io::Result<()> {
    let mut left = Left {
        bytes: TABLES,
        findings: run.max_findings.unwrap_or(usize::MAX),
    };
    let mut hidden = Hidden::default();
    let severities: &[Severity] = match run.notes {
        Notes::Shown => &[Severity::Error, Severity::Warning, Severity::Informational],
        Notes::Counted => &[Severity::Error, Severity::Warning],
    };
    for severity in severities.iter().copied() {
        let mut of_severity: Vec<&FindingGroup<'_>> = groups
            .iter()
            .filter(|group| group.finding.severity == severity)
            .collect();
        let mut places: HashMap<&str, usize> = run
            .documents
            .iter()
            .map(|document| document.name)
            .zip(0..)
            .collect();
        for group in &of_severity {
            let next = places.len();
            places.entry(&group.finding.file).or_insert(next);
        }
        of_severity.sort_by_key(|group| places.get(group.finding.file.as_str()).copied());
        let by_file = of_severity.chunk_by(|one, other| one.finding.file == other.finding.file);
        for of_file in by_file {
            table(of_file, run, &mut left, &mut hidden, out)?;
        }
        if severity == Severity::Error {
            not_checked(run, out)?;
        }
    }
    if hidden.findings == 0 {
        return Ok(());
    }
    writeln!(
        out,
        "\n… and {} more in {}.",
        hidden.findings,
        counted(hidden.documents.len(), "document")
    )?;
    rules(groups, out)
}

/// What still fits.
struct Left {
    bytes: usize,
    findings: usize,
}

/// What does not fit.
#[derive(Default)]
struct Hidden<'r> {
    findings: usize,
    documents: BTreeSet<&'r str>,
}

/// Writes the table of a document.
fn table<'r>(
    groups: &[&FindingGroup<'r>],
    run: &Run<'_>,
    left: &mut Left,
    hidden: &mut Hidden<'r>,
    out: &mut EscapingWriter<'_>,
) -> io::Result<()> {
    let Some(first) = groups.first() else {
        return Ok(());
    };
    let name = first.finding.file.as_str();
    let mut table = format!(
        "\n### {}\n\n| | rule | line | what |\n|---|---|---:|---|\n",
        code(shown_name(name))
    );
    let mut shown = 0_usize;
    for group in groups {
        let row = row(group, &run.documents);
        let needed = row.len() + if shown == 0 { table.len() } else { 0 };
        let (Some(bytes), Some(findings)) =
            (left.bytes.checked_sub(needed), left.findings.checked_sub(1))
        else {
            // What is less important must not take the place of what did not fit.
            *left = Left {
                bytes: 0,
                findings: 0,
            };
            break;
        };
        *left = Left { bytes, findings };
        table.push_str(&row);
        shown += 1;
    }
    if shown > 0 {
        write!(out, "{table}")?;
    }
    let more = groups.len().saturating_sub(shown);
    if more > 0 {
        hidden.findings = hidden.findings.saturating_add(more);
        hidden.documents.insert(name);
    }
    Ok(())
}

/// Writes the inputs that were not checked, those with the same reason once.
fn not_checked(run: &Run<'_>, out: &mut EscapingWriter<'_>) -> io::Result<()> {
    let groups = not_checked::by_reason(run);
    let items = groups.iter().map(|group| {
        let issue = group.first;
        let others = group
            .other_places(PATHS)
            .map(|places| format!("<br>also {}", code(&places)));
        format!(
            "{}: {}{}",
            code(&place(shown_name(&issue.file), issue.at)),
            escaped(&issue.message),
            others.unwrap_or_default()
        )
    });
    list("Not checked", items, out)
}

/// Writes how many findings the rules have: errors first, then those with the most.
fn rules(groups: &[FindingGroup<'_>], out: &mut dyn io::Write) -> io::Result<()> {
    let counts = by_rule::counts(groups);
    writeln!(
        out,
        "\n### Findings by rule\n\n| rule | findings |\n|---|---:|"
    )?;
    for RuleCount {
        severity,
        rule,
        count,
        ..
    } in counts.iter().take(RULES)
    {
        writeln!(out, "| {} | {} {count} |", escaped(rule), key(*severity))?;
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

fn key(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "🔴",
        Severity::Warning => "🟡",
        Severity::Informational => "🔵",
    }
}

fn row(group: &FindingGroup<'_>, documents: &[Document<'_>]) -> String {
    let finding = &*group.shown();
    let key = key(finding.severity);
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
    let owner = finding
        .rule
        .owner()
        .map(|owner| format!("<br>owner: {}", escaped(owner)))
        .unwrap_or_default();
    let remedy = format!("{remedy}{owner}");
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
