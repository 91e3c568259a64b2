//! The head of the HTML page: verdict, origin and counts.

use std::time::Duration;

use super::escape::{escaped, number};
use crate::deduplicate::{self, FindingGroup};
use crate::waivers::waived;
use crate::words::counted;
use cfn_warden_engine::{self as engine, FailOn, Origin, Run, Status};
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

/// Returns what makes the run compliant or not, in a sentence.
pub fn reason(run: &Run<'_>, groups: &[FindingGroup<'_>]) -> String {
    let [errors, warnings] =
        [Severity::Error, Severity::Warning].map(|severity| deduplicate::count(groups, severity));
    let findings = match run.fail_on {
        FailOn::Warning => format!(
            "{} and {}",
            counted(errors, "error"),
            counted(warnings, "warning")
        ),
        FailOn::Error | FailOn::Never => counted(errors, "error"),
    };
    match (run.status(), run.fail_on) {
        (Status::Error, _) => {
            "A run is compliant only if everything that must be checked was checked.".to_owned()
        }
        (Status::Fail, _) => format!("{findings} to fix before this complies."),
        (Status::Pass, FailOn::Never) if errors > 0 => {
            "Findings do not fail this run: its threshold is “never”.".to_owned()
        }
        (Status::Pass, _) => "Nothing was found that fails this run.".to_owned(),
    }
}

/// Returns the title of the page.
pub fn title(run: &Run<'_>) -> String {
    let (_, verdict) = verdict(run);
    let project = run
        .origin
        .project
        .iter()
        .map(|project| format!("{}: ", escaped(project)));
    project.chain([verdict.to_owned()]).collect()
}

/// Returns the project, commit, date, duration and version, as far as they are known.
pub fn origin(
    Origin {
        project,
        commit,
        date,
        duration,
        ..
    }: &Origin,
) -> String {
    let short = |commit: &String| {
        let shown: String = commit.chars().take(COMMIT).collect();
        format!(
            "<code title=\"{}\">{}</code>",
            escaped(commit),
            escaped(&shown)
        )
    };
    let facts = [
        ("Project", project.as_deref().map(escaped)),
        ("Commit", commit.as_ref().map(short)),
        ("Checked", date.as_deref().map(escaped)),
        ("Duration", duration.map(seconds)),
        (
            "Version",
            Some(concat!("cfn-warden ", env!("CARGO_PKG_VERSION")).to_owned()),
        ),
    ];
    let known = facts
        .into_iter()
        .filter_map(|(name, fact)| Some((name, fact?)));
    let items: String = known
        .map(|(name, fact)| format!("<div><dt>{name}</dt><dd>{fact}</dd></div>"))
        .collect();
    format!("<dl class=\"origin\">{items}</dl>\n")
}

/// Formats a duration: `85 ms`, `4.5 s`.
fn seconds(duration: Duration) -> String {
    match duration.as_millis() {
        milliseconds @ 0..1000 => format!("{milliseconds} ms"),
        _ => format!("{:.1} s", duration.as_secs_f64()),
    }
}

/// Returns the counts of documents, findings, rules and what was not checked.
pub fn counts(run: &Run<'_>, groups: &[FindingGroup<'_>]) -> String {
    let count = |severity| deduplicate::count(groups, severity);
    let mut items = vec![
        item("", run.documents.len(), "document"),
        item("error", count(Severity::Error), "error"),
        item("warning", count(Severity::Warning), "warning"),
        fact(
            "informational",
            count(Severity::Informational),
            "informational",
        ),
    ];
    if run.rules != engine::RuleCounts::default() {
        items.push(item("", run.rules.failed, "rule failed"));
        items.push(item("", run.rules.passed, "rule passed"));
        items.extend(
            Some(run.rules.undecided)
                .filter(|count| *count > 0)
                .map(|count| item("", count, "rule not decided")),
        );
    }
    let others = [
        ("error", run.incomplete.len(), "input not checked"),
        ("warning", run.coverage.not_seen.len(), "part not seen"),
        ("", waived(run).len(), "finding waived"),
    ];
    items.extend(
        others
            .iter()
            .filter(|(_, count, _)| *count > 0)
            .map(|(class, count, what)| item(class, *count, what)),
    );
    items.extend(
        run.baseline
            .as_ref()
            .map(|used| fact("", used.known.len(), "in the baseline")),
    );
    format!("<ul class=\"counts\">{}</ul>\n", items.concat())
}

/// Returns a count and its noun.
fn item(class: &str, count: usize, what: &str) -> String {
    let words = counted(count, what);
    fact(
        class,
        count,
        words.split_once(' ').map_or(what, |(_, noun)| noun),
    )
}

/// Returns a number and what it is. Only numbers other than 0 have the color of the class.
fn fact(class: &str, count: usize, what: &str) -> String {
    let class = if class.is_empty() || count == 0 {
        String::new()
    } else {
        format!(" class=\"{class}\"")
    };
    format!("<li{class}><b>{}</b> {what}</li>", number(count))
}
