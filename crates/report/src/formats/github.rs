//! GitHub Actions annotations: one line per finding, shown next to the code.
//! <https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands>

use std::collections::BTreeSet;
use std::io::{self, Write as _};

use crate::baseline::findings_are;
use crate::deduplicate::{self, FindingGroup};
use crate::not_checked::{self, ReasonGroup};
use crate::waivers::{Waived, waived};
use crate::words::{counted, shown_name};
use crate::{self as report, EscapingWriter, Format, Notation, construct, limit, not_seen};
use cfn_warden_engine::coverage::NotSeen;
use cfn_warden_engine::{Document, IncompleteKind, Notes, Run, SourcePlace};
use cfn_warden_syntax::finding::Severity;
use cfn_warden_syntax::names::listed;

/// GitHub Actions annotations.
pub static FORMAT: Format = Format {
    name: "github",
    docs: "Annotations of GitHub Actions, next to the changed lines",
    notation: Notation::Text,
    render,
};

/// Maximum number of rules per annotation.
const LISTED: usize = 50;

/// Maximum number of paths of findings at one place.
const PATHS: usize = 10;

/// The number of annotations of each kind that GitHub shows for a step; the log has all.
const SHOWN: usize = 10;

/// The number of these that are for what was not checked, if there is that much.
const NOT_CHECKED: usize = 3;

fn render(run: &Run<'_>, out: &mut EscapingWriter<'_>) -> io::Result<()> {
    let unchecked = not_checked::by_reason(run);
    let unseen = not_seen::parts(run).into_iter().map(unseen);
    let mut groups = deduplicate::of(&run.findings);
    let hidden = limit::apply(&mut groups, run.max_findings, |group| {
        group.finding.severity
    });
    if run.notes == Notes::Counted {
        groups.retain(|group| group.finding.severity != Severity::Informational);
    }
    let groups = deduplicate::by_place(groups);
    let mut lines: Vec<(Kind, String)> = groups
        .iter()
        .map(|group| annotation(group, &run.documents))
        .collect();
    lines.sort_by_key(|(kind, _)| *kind);
    let errors = lines.iter().take_while(|(kind, _)| *kind == Kind::Error);
    // GitHub must not hide all of what was not checked behind findings.
    let after = errors.count().min(SHOWN - NOT_CHECKED);
    let unchecked = unchecked.iter().map(self::unchecked).chain(unseen);
    lines.splice(after..after, unchecked);
    let count = |kind| lines.iter().filter(|(other, _)| *other == kind).count();
    let counts = [Kind::Error, Kind::Warning, Kind::Notice].map(|kind| (kind, count(kind)));
    if counts.iter().any(|(_, count)| *count > SHOWN) {
        let counts: Vec<String> = counts
            .iter()
            .filter(|(_, count)| *count > 0)
            .map(|(kind, count)| counted(*count, kind.name()))
            .collect();
        let what = format!(
            "{}; GitHub shows {SHOWN} annotations of each kind, the log has all",
            counts.join(", ")
        );
        out.command("notice")?;
        writeln!(out, "title=cfn-warden::{}", data(&what))?;
    }
    for (kind, line) in lines {
        out.command(kind.name())?;
        writeln!(out, "{line}")?;
    }
    if let Some(words) = hidden {
        out.command("notice")?;
        writeln!(out, "title=cfn-warden::{}", data(&words))?;
    }
    if let Some(words) = report::in_baseline(run) {
        out.command("notice")?;
        writeln!(out, "title=baseline::{}", data(&words))?;
    }
    // One for all: GitHub shows ten notices of a step.
    let waived = waived(run);
    if !waived.is_empty() {
        let words = |Waived { finding, why }: &Waived<'_>| format!("{}: {why}", finding.rule.id);
        let lines: BTreeSet<String> = waived.iter().map(words).collect();
        let words = format!(
            "{} waived\n{}",
            findings_are(waived.len()),
            Vec::from_iter(lines).join("\n")
        );
        out.command("notice")?;
        writeln!(out, "title=waived::{}", data(&words))?;
    }
    let rules = not_seen::never_applied(run);
    if !rules.is_empty() {
        let names = listed(rules, LISTED);
        out.command("notice")?;
        writeln!(
            out,
            "title=rules that did not apply to any document::{}",
            data(&names)
        )?;
    }
    Ok(())
}

/// The kinds of annotations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Error,
    Warning,
    Notice,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Error => "error",
            Kind::Warning => "warning",
            Kind::Notice => "notice",
        }
    }
}

fn unchecked(group: &ReasonGroup<'_>) -> (Kind, String) {
    let issue = group.first;
    let others = group.other_places(PATHS);
    let others = others.map(|places| format!("\nalso {places}"));
    let place = issue
        .at
        .map(|at| format!(",line={},col={}", at.line, at.column))
        .unwrap_or_default();
    // What is wrong with the command line is in no file of the change.
    if issue.kind == IncompleteKind::Request {
        let name = match issue.file.is_empty() {
            true => String::new(),
            false => format!("{}: ", issue.file),
        };
        let message = data(&format!("{name}{}", issue.message));
        return (Kind::Error, format!("title=cfn-warden::{message}"));
    }
    (
        Kind::Error,
        format!(
            "file={}{place},title=not checked::{}{}",
            file(&issue.file),
            data(&issue.message),
            data(&others.unwrap_or_default())
        ),
    )
}

fn unseen(part: &NotSeen) -> (Kind, String) {
    let kind = if not_seen::fails(part) {
        Kind::Error
    } else {
        Kind::Warning
    };
    let place = part
        .span
        .map(|span| format!(",line={},col={}", span.start.line, span.start.column));
    let (file, place) = (file(&part.file), place.unwrap_or_default());
    (
        kind,
        format!(
            "file={file}{place},title=not seen ({})::{}",
            part.kind,
            data(&part.reason)
        ),
    )
}

/// Returns the annotation of a finding, with the other findings of its cause. If the template is one of a CDK app, it is at
/// the line that creates the construct: the template is not in the repository.
fn annotation(group: &FindingGroup<'_>, documents: &[Document<'_>]) -> (Kind, String) {
    let finding = &*group.shown();
    let kind = match finding.severity {
        Severity::Error => Kind::Error,
        Severity::Warning => Kind::Warning,
        Severity::Informational => Kind::Notice,
    };
    let (start, end) = (finding.span.start, finding.span.end);
    // Columns are only allowed for annotations of a single line.
    let columns = match start.line == end.line {
        true => format!(",col={},endColumn={}", start.column, end.column),
        false => String::new(),
    };
    let place = format!(
        "file={},line={},endLine={}{columns}",
        file(&finding.file),
        start.line,
        end.line
    );
    let construct = construct::of_finding(finding, documents);
    let in_source = |SourcePlace { file, at }: &SourcePlace| {
        format!("file={},line={},col={}", property(file), at.line, at.column)
    };
    let source = construct
        .and_then(|construct| construct.source.as_ref())
        .filter(|source| is_here(&source.file));
    let written = source.map(|_| {
        format!(
            "\nat {}:{}:{}",
            shown_name(&finding.file),
            start.line,
            start.column
        )
    });
    let construct = construct
        .map(|construct| format!("\nin {}", construct.described()))
        .unwrap_or_default();
    let construct = format!("{construct}{}", written.unwrap_or_default());
    let place = source.map(in_source).unwrap_or(place);
    let remedy = finding
        .remediation
        .as_ref()
        .map(|remedy| format!("\n{remedy}"))
        .unwrap_or_default();
    let owner = finding.rule.owner();
    let owner = owner
        .map(|owner| format!("\nowner: {owner}"))
        .unwrap_or_default();
    let remedy = format!("{remedy}{owner}");
    let also: String = group
        .listed()
        .map(|other| format!("\nalso {}: {}", other.rule.id, other.message))
        .collect();
    let more = group
        .more_combinations()
        .map(|more| format!("\n{more}"))
        .unwrap_or_default();
    let (paths, other_paths) = group.paths(PATHS);
    let paths: String = match group.same_place.is_empty() {
        true => String::new(),
        false => paths
            .into_iter()
            .chain(other_paths)
            .map(|path| format!("\n{path}"))
            .collect(),
    };
    let message = format!(
        "{}{paths}{construct}{remedy}{also}{more}",
        finding.described()
    );
    (
        kind,
        format!(
            "{place},title={}::{}",
            property(&finding.rule.id),
            data(&message)
        ),
    )
}

/// Returns whether a file is in the working directory, where GitHub finds it.
fn is_here(file: &str) -> bool {
    !file.starts_with('/') && !file.starts_with("..")
}

fn data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

fn file(name: &str) -> String {
    property(shown_name(name))
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
