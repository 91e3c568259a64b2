//! The head of the HTML page: verdict, origin and counts.

use super::escape::escaped;
use crate::engine::{self, Origin, Run, Status};
use crate::report::deduplicate::{self, FindingGroup};
use crate::report::words::counted;
use cfn_warden_syntax::finding::Severity;

/// Number of shown characters of a commit.
const COMMIT: usize = 12;

/// Returns the class of the verdict and its words.
pub fn verdict(run: &Run<'_>) -> (&'static str, &'static str) {
    match run.status() {
        Status::Pass => ("good", "Compliant"),
        Status::Fail => ("bad", "Not compliant"),
        Status::Error => ("bad", "Not compliant: something could not be checked"),
    }
}

/// Returns the title of the page.
pub fn title(run: &Run<'_>) -> String {
    let (_, verdict) = verdict(run);
    let project = run.origin.project.iter().map(|project| format!("{}: ", escaped(project)));
    project.chain([verdict.to_owned()]).collect()
}

/// Returns the project, commit, date, duration and version, as far as they are known.
pub fn origin(Origin { project, commit, date, duration }: &Origin) -> String {
    let short = |commit: &String| {
        let shown: String = commit.chars().take(COMMIT).collect();
        format!("<code title=\"{}\">{}</code>", escaped(commit), escaped(&shown))
    };
    let facts = [
        ("Project", project.as_deref().map(escaped)),
        ("Commit", commit.as_ref().map(short)),
        ("Checked", date.as_deref().map(escaped)),
        ("Duration", duration.map(|duration| format!("{:.1} s", duration.as_secs_f64()))),
        ("Version", Some(format!("{} {}", env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION")))),
    ];
    let known = facts.into_iter().filter_map(|(name, fact)| Some((name, fact?)));
    let items: String = known.map(|(name, fact)| format!("<div><dt>{name}</dt><dd>{fact}</dd></div>")).collect();
    format!("<dl class=\"origin\">{items}</dl>\n")
}

/// Returns the counts of documents, findings, rules and what was not checked.
pub fn counts(run: &Run<'_>, groups: &[FindingGroup<'_>]) -> String {
    let mut counts = vec![("", counted(run.documents.len(), "document"))];
    let count = |severity| deduplicate::count(groups, severity);
    counts.push(("error", counted(count(Severity::Error), "error")));
    counts.push(("warning", counted(count(Severity::Warning), "warning")));
    counts.push(("informational", format!("{} informational", count(Severity::Informational))));
    let rules = run.rules;
    if rules != engine::RuleCounts::default() {
        counts.push(("", counted(rules.failed, "rule failed")));
        counts.push(("", counted(rules.passed, "rule passed")));
    }
    let mut add = |class, count, what| {
        if count > 0 {
            counts.push((class, counted(count, what)));
        }
    };
    add("error", run.incomplete.len(), "input not checked");
    add("warning", run.coverage.not_seen.len(), "part not seen");
    add("", run.waived().count(), "finding waived");
    counts.extend(run.baseline.as_ref().map(|used| ("", format!("{} in the baseline", used.known.len()))));
    let item = |(class, count): &(&str, String)| {
        let (number, what) = count.split_once(' ')?;
        let class = if class.is_empty() || number == "0" { String::new() } else { format!(" class=\"{class}\"") };
        Some(format!("<li{class}><b>{number}</b> {what}</li>"))
    };
    let items: String = counts.iter().filter_map(item).collect();
    format!("<ul class=\"counts\">{items}</ul>\n")
}
