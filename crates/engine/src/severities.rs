//! Severities that replace those of rules.

use super::request::{Request, SeverityLevel, SeverityOverride};
use super::run::{Incomplete, IncompleteKind, Run};
use super::waivers::{Names, matches};
use cfn_warden_syntax::finding::{Engine, Finding};
use cfn_warden_syntax::{Known, text};

/// Starts the message about a severity of an unknown rule.
pub const SEVERITY: &str = "severity: ";

/// Replaces the severities of findings as the request says. The longest name that covers a rule counts, the last one of
/// equals.
///
/// Names that no rule of the run has become [`Incomplete`] entries.
pub(super) fn override_severities(run: &mut Run<'_>, request: &Request<'_>) {
    if request.severities.is_empty() {
        return;
    }
    let names = Names::of(run, request);
    let unknown: Vec<String> = request
        .severities
        .iter()
        .filter_map(|one| names.unknown_or_prefix(&one.rule))
        .collect();
    for mut finding in std::mem::take(&mut run.findings) {
        if level(&finding, request.severities) == Some(SeverityLevel::Off) {
            let count = run
                .turned_off
                .entry(finding.rule.id.into_owned())
                .or_default();
            *count = count.saturating_add(1);
            continue;
        }
        replace(&mut finding, request.severities);
        run.findings.push(finding);
    }
    let incomplete = |message: String| Incomplete {
        kind: IncompleteKind::Severity,
        message: text!("{}{}", SEVERITY, Known(&message)),
        file: String::new(),
        at: None,
    };
    run.incomplete.extend(unknown.into_iter().map(incomplete));
}

/// Replaces the severity of a finding and of those that led to it.
fn replace(finding: &mut Finding, severities: &[SeverityOverride]) {
    if let Some(SeverityLevel::Is(severity)) =
        level(finding, severities).filter(|level| *level != SeverityLevel::Is(finding.severity))
    {
        finding.original_severity = Some(finding.severity);
        finding.severity = severity;
    }
    finding
        .children
        .iter_mut()
        .for_each(|child| replace(child, severities));
}

fn level(finding: &Finding, severities: &[SeverityOverride]) -> Option<SeverityLevel> {
    let covering = severities.iter().filter(|one| covers(&one.rule, finding));
    // `max_by_key` returns the last of equals.
    covering
        .max_by_key(|one| specificity(&one.rule))
        .map(|one| one.level)
}

fn covers(rule: &str, finding: &Finding) -> bool {
    let id = finding.rule.id.as_ref();
    match rule.contains('*') {
        true => matches(rule, id),
        false => id == rule || (finding.engine == Engine::Lint && id.starts_with(rule)),
    }
}

/// Returns how specific a name is. A pattern is less specific than a prefix with the same characters.
fn specificity(rule: &str) -> (usize, bool) {
    (
        rule.chars().filter(|one| *one != '*').count(),
        !rule.contains('*'),
    )
}
