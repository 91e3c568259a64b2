//! Terminal output: each finding with its source line and remediation.

use std::io::{self, Write as _};

use crate::by_rule::RuleCount;
use crate::deduplicate::{self, FindingGroup};
use crate::result::severity_name;
use crate::source_line::{Lines, marked};
use crate::waivers::waived;
use crate::words::{CAUSES, counted, more_causes, shown_name, verdict};
use crate::{
    EscapingWriter, Format, Notation, by_rule, construct, limit, not_checked, not_seen, resolved,
};
use cfn_warden_engine::{Detail, Document, Incomplete, Notes, PLAN_LIMITS, RuleCounts, Run};
use cfn_warden_syntax::finding::{Engine, Finding, Related, Severity};
use cfn_warden_syntax::names::listed;
use cfn_warden_syntax::{Span, place};

/// Findings with their source lines.
pub static FORMAT: Format = Format {
    name: "pretty",
    docs: "Findings with their source lines, for terminals",
    notation: Notation::Text,
    render,
};

const BOLD: &str = "1";
/// Maximum number of listed unseen parts and rules that never applied.
const LISTED: usize = 5;

/// Maximum number of paths of findings at one place.
const PATHS: usize = 10;

/// The rule for documents that cannot be parsed, whose message and fix say everything.
const SYNTAX: &str = "E0000";

/// With more findings, a table by rule follows.
const MANY: usize = 50;
/// Maximum number of rules in the table.
const RULES: usize = 20;

fn render(run: &Run<'_>, out: &mut EscapingWriter<'_>) -> io::Result<()> {
    let groups = deduplicate::of(&run.findings);
    if run.detail == Detail::All {
        details(run, &groups, out)?;
    }
    summary(run, &groups, out)
}

/// Writes the findings, and what was not checked or seen.
fn details(
    run: &Run<'_>,
    groups: &[FindingGroup<'_>],
    out: &mut EscapingWriter<'_>,
) -> io::Result<()> {
    let is_of = |finding: &Finding, document: &Document<'_>| finding.file == document.name;
    let mut shown = deduplicate::of(&run.findings);
    if run.notes == Notes::Counted {
        shown.retain(|group| group.finding.severity != Severity::Informational);
    }
    let hidden = limit::apply(&mut shown, run.max_findings, |group| group.finding.severity);
    let shown = deduplicate::by_place(shown);
    // Parameter files are not documents.
    let is_of_none = |group: &&FindingGroup<'_>| {
        !run.documents
            .iter()
            .chain(&run.sources)
            .any(|text| is_of(group.finding, text))
    };
    // The first screen says what has to be done, the last one is what nobody has to do.
    for severity in [Severity::Error, Severity::Warning, Severity::Informational] {
        let is_next = |group: &&FindingGroup<'_>| group.finding.severity == severity;
        for group in shown.iter().filter(is_next).filter(is_of_none) {
            show(group, run, &Lines::of(""), out)?;
        }
        for document in run.documents.iter().chain(&run.sources) {
            let mut lines = None;
            let of_document = shown.iter().filter(is_next);
            for group in of_document.filter(|group| is_of(group.finding, document)) {
                let lines = lines.get_or_insert_with(|| Lines::of(&document.text));
                show(group, run, lines, out)?;
            }
        }
        if severity == Severity::Error {
            not_checked(run, out)?;
        }
    }
    if let Some(words) = hidden {
        writeln!(out, "{words}\n")?;
    }
    for document in &run.documents {
        resolution(document, out)?;
    }
    if !run.plans.is_empty() {
        let names = run.plans.iter().map(|plan| shown_name(plan.name));
        writeln!(out, "{}: {PLAN_LIMITS}\n", listed(names, LISTED))?;
    }
    for one in &run.suppressions {
        let at = one.span.start;
        let effect = if one.denied {
            "denied".to_owned()
        } else {
            format!("{} removed", counted(one.removed, "finding"))
        };
        let names = one.names.join(", ");
        writeln!(
            out,
            "{}:{}: suppression of {names}: {effect}\n",
            shown_name(&one.file),
            at.line
        )?;
    }
    coverage(run, out)?;
    if shown.len() > MANY {
        rules(groups, out)?;
    }
    Ok(())
}

/// Writes the verdict and the counts.
fn summary(
    run: &Run<'_>,
    groups: &[FindingGroup<'_>],
    out: &mut EscapingWriter<'_>,
) -> io::Result<()> {
    let colour = if run.status().is_pass() {
        "1;32"
    } else {
        "1;31"
    };
    out.painted(colour, verdict(run))?;
    let more = |count: usize, what| {
        if count == 0 {
            String::new()
        } else {
            format!(", {}", counted(count, what))
        }
    };
    let waived = waived(run).len();
    let waived = if waived == 0 {
        String::new()
    } else {
        format!(", {waived} waived")
    };
    let off = run
        .turned_off
        .values()
        .fold(0, |sum, count| usize::saturating_add(sum, *count));
    let off = if off == 0 {
        String::new()
    } else {
        format!(", {off} turned off")
    };
    let known = run
        .baseline
        .as_ref()
        .map(|used| format!(", {} in the baseline", used.known.len()))
        .unwrap_or_default();
    let idle = if nothing_applied(run) {
        ", no rule applied"
    } else {
        ""
    };
    let notes = limit::hidden_notes(run, groups).map(|notes| format!(", {notes}"));
    let notes = notes.unwrap_or_default();
    let inputs = match run.rules_in_documents {
        Some(0) => counted(run.documents.len(), "file"),
        Some(rules) => format!(
            "{} in {}",
            counted(rules, "rule"),
            counted(run.documents.len(), "file")
        ),
        None => counted(run.documents.len(), "document"),
    };
    writeln!(
        out,
        " ({inputs}, {}, {}, {}{}{}{waived}{off}{known}{idle}{notes})",
        counted(deduplicate::count(groups, Severity::Error), "error"),
        counted(deduplicate::count(groups, Severity::Warning), "warning"),
        counted(run.incomplete.len(), "input not checked"),
        more(run.coverage.not_seen.len(), "part not seen"),
        more(not_seen::never_applied(run).len(), "rule not applied"),
    )
}

/// Returns whether documents pass because no rule is about them: the linter is off, and Guard rules did not apply.
fn nothing_applied(run: &Run<'_>) -> bool {
    let RuleCounts {
        passed,
        failed,
        undecided,
        ..
    } = run.rules;
    let is_idle = (passed, failed, undecided) == (0, 0, 0) && run.status().is_pass();
    let is_said = !run.plans.is_empty() || !not_seen::never_applied(run).is_empty();
    is_idle
        && !is_said
        && run.rules_in_documents.is_none()
        && !run.documents.is_empty()
        && run
            .documents
            .iter()
            .all(|document| document.linted.is_none())
}

/// Writes the inputs that were not checked, those with the same reason once.
fn not_checked(run: &Run<'_>, out: &mut EscapingWriter<'_>) -> io::Result<()> {
    for group in not_checked::by_reason_without_explained(run) {
        let issue = group.first;
        write!(out, "{}: ", place(shown_name(&issue.file), issue.at))?;
        out.painted("1;31", "not checked")?;
        writeln!(out, ": {}", issue.message)?;
        if let Some(lines) = excerpt_of(issue, run) {
            writeln!(out, "{lines}")?;
        }
        if let Some(places) = group.other_places(LISTED) {
            writeln!(out, "  also {places}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Returns the line at which a document cannot be read, with a caret.
fn excerpt_of(issue: &Incomplete, run: &Run<'_>) -> Option<String> {
    let at = issue.at?;
    let mut documents = run.documents.iter().chain(&run.sources);
    let document = documents.find(|document| document.name == issue.file)?;
    let span = Span { start: at, end: at };
    let excerpt = Lines::of(&document.text).excerpt(span)?;
    Some(format!("{excerpt}{}", excerpt.carets()))
}

/// Writes how many findings the rules have: errors first, then those with the most.
fn rules(groups: &[FindingGroup<'_>], out: &mut EscapingWriter<'_>) -> io::Result<()> {
    let counts = by_rule::counts(groups);
    writeln!(out, "findings by rule:")?;
    for RuleCount {
        severity,
        rule,
        title,
        count,
    } in counts.iter().take(RULES)
    {
        write!(out, "{count:>7}  {:<13}  ", severity_name(*severity))?;
        out.painted(BOLD, rule)?;
        writeln!(out, "{}{title}", if title.is_empty() { "" } else { "  " })?;
    }
    if let Some(more) = counts.len().checked_sub(RULES).filter(|more| *more > 0) {
        writeln!(out, "         and {more} more")?;
    }
    writeln!(out)
}

/// Writes the unseen parts and the rules that never applied.
fn coverage(run: &Run<'_>, out: &mut EscapingWriter<'_>) -> io::Result<()> {
    let (parts, rules) = (not_seen::parts(run), not_seen::never_applied(run));
    for part in parts.iter().take(LISTED) {
        let colour = if not_seen::fails(part) {
            "1;31"
        } else {
            "1;33"
        };
        write!(out, "{}: ", not_seen::position(part))?;
        out.painted(colour, "not seen")?;
        writeln!(out, ": {} ({})", part.reason, part.kind)?;
    }
    if let Some(more) = parts.len().checked_sub(LISTED).filter(|more| *more > 0) {
        writeln!(out, "and {more} more not seen")?;
    }
    if !rules.is_empty() {
        writeln!(
            out,
            "rules that did not apply to any document: {}",
            listed(rules.iter().copied(), LISTED)
        )?;
    }
    if parts.is_empty() && rules.is_empty() {
        Ok(())
    } else {
        writeln!(out)
    }
}

fn show(
    group: &FindingGroup<'_>,
    run: &Run<'_>,
    lines: &Lines<'_>,
    out: &mut EscapingWriter<'_>,
) -> io::Result<()> {
    let finding = &*group.shown();
    let colour = match finding.severity {
        Severity::Error => "1;31",
        Severity::Warning => "1;33",
        Severity::Informational => "1;34",
    };
    let at = marked(finding).start;
    let mut message = finding.message.lines();
    write!(out, "{}: ", place(shown_name(&finding.file), Some(at)))?;
    out.painted(colour, severity_name(finding.severity))?;
    write!(out, " ")?;
    out.painted(BOLD, &finding.rule.id)?;
    writeln!(out, ": {}", message.next().unwrap_or_default())?;
    for line in message {
        writeln!(out, "    {line}")?;
    }
    if let Some(excerpt) = lines.excerpt(marked(finding)) {
        write!(out, "{excerpt}")?;
        out.painted(colour, excerpt.carets())?;
        writeln!(out)?;
    }
    let (paths, more) = group.paths(PATHS);
    for path in paths {
        writeln!(out, "  at {path}")?;
    }
    if let Some(more) = more {
        writeln!(out, "  {more}")?;
    }
    if let Some(construct) = construct::of_finding(finding, &run.documents) {
        writeln!(out, "  in {}", construct.described())?;
    }
    for line in finding.deployments.iter().flat_map(|note| note.lines()) {
        writeln!(out, "  {line}")?;
    }
    for value in resolved::of_finding(finding, &run.documents) {
        writeln!(out, "  with {value}")?;
    }
    if let Some(remediation) = &finding.remediation {
        write!(out, "  ")?;
        out.painted("32", "fix:")?;
        writeln!(out, " {remediation}")?;
    }
    if let Some(owner) = finding.rule.owner() {
        writeln!(out, "  owner: {owner}")?;
    }
    for Related { span, text, .. } in &finding.related {
        writeln!(
            out,
            "  see {}: {text}",
            place(shown_name(&finding.file), Some(span.start))
        )?;
    }
    if !finding.documentation().is_empty() {
        writeln!(out, "  see {}", finding.documentation())?;
    } else if finding.engine == Engine::Lint && finding.rule.id != SYNTAX {
        writeln!(out, "  see `cfn-warden explain {}`", finding.rule.id)?;
    }
    for child in finding.children.iter().take(CAUSES) {
        writeln!(out, "  because {}: {}", child.rule.id, child.message)?;
    }
    if let Some(more) = more_causes(finding) {
        writeln!(out, "  {more}")?;
    }
    // Who reads that a text has not the right format does not need the pattern of the same text.
    let is_implied = |other: &&Finding| other.rule.id == "E3031" && other.span == finding.span;
    for other in group.listed().filter(|other| !is_implied(other)) {
        let at = other.span.start;
        writeln!(
            out,
            "  also {}:{}: {}: {}",
            at.line, at.column, other.rule.id, other.message
        )?;
    }
    if let Some(more) = group.more_combinations() {
        writeln!(out, "  {more}")?;
    }
    writeln!(out)
}

/// Writes the values that a document was resolved with.
fn resolution(document: &Document<'_>, out: &mut dyn io::Write) -> io::Result<()> {
    let Some(resolution) = &document.resolution else {
        return Ok(());
    };
    writeln!(out, "{}: resolved with", shown_name(document.name))?;
    for known in &resolution.parameters {
        writeln!(out, "  {known}")?;
    }
    for (name, holds) in &resolution.conditions {
        writeln!(out, "  {name} is {holds}")?;
    }
    for (path, condition) in &resolution.removed {
        writeln!(out, "  {path} is removed: {condition} is false")?;
    }
    for (name, why) in &resolution.unknown {
        writeln!(out, "  {name} stays unknown: {why}")?;
    }
    writeln!(out)
}
