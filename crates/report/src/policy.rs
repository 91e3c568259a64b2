//! The policy bundle of a run, and what its candidate would change.

use serde::Serialize;

use super::words::status_name;
use cfn_warden_engine::{BundleName, Candidate, Change, Effect, PolicyUse, Run};

/// The largest number of changes that a report lists.
const MOST: usize = 100;

/// The bundle that decided.
#[derive(Debug, Serialize)]
pub struct PolicyRecord<'r> {
    bundle: Option<BundleRecord<'r>>,
    /// Why the newest bundle was not used.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    candidate: Option<CandidateRecord<'r>>,
}

#[derive(Debug, Serialize)]
struct BundleRecord<'r> {
    name: &'r str,
    version: &'r str,
    uri: &'r str,
}

#[derive(Debug, Serialize)]
struct CandidateRecord<'r> {
    bundle: Option<BundleRecord<'r>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<&'static str>,
    changes: Vec<ChangeRecord<'r>>,
    /// The number of further changes.
    #[serde(skip_serializing_if = "is_zero")]
    more: usize,
}

#[derive(Debug, Serialize)]
struct ChangeRecord<'r> {
    rule: &'r str,
    file: &'r str,
    path: &'r str,
    now: &'static str,
    then: &'static str,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// Returns the record of the bundle, if there is one.
pub fn record<'r>(run: &'r Run<'_>) -> Option<PolicyRecord<'r>> {
    let PolicyUse {
        bundle,
        problem,
        candidate,
    } = run.policy.as_ref()?;
    Some(PolicyRecord {
        bundle: bundle.as_ref().map(named),
        problem: problem.as_deref(),
        candidate: candidate.as_ref().map(
            |Candidate {
                 bundle,
                 problem,
                 status,
                 changes,
             }| CandidateRecord {
                bundle: bundle.as_ref().map(named),
                problem: problem.as_deref(),
                status: status.map(status_name),
                changes: changes.iter().take(MOST).map(change).collect(),
                more: changes.len().saturating_sub(MOST),
            },
        ),
    })
}

fn named(BundleName { name, version, uri }: &BundleName) -> BundleRecord<'_> {
    BundleRecord { name, version, uri }
}

fn change(
    Change {
        rule,
        file,
        path,
        now,
        then,
    }: &Change,
) -> ChangeRecord<'_> {
    ChangeRecord {
        rule,
        file,
        path,
        now: now.name(),
        then: then.name(),
    }
}

/// Returns what the candidate would change in a sentence; `None` if it would change nothing.
pub fn sentence(candidate: &Candidate) -> Option<String> {
    let Candidate {
        bundle,
        problem,
        changes,
        status,
    } = candidate;
    let name = bundle
        .as_ref()
        .map_or_else(|| "the candidate".to_owned(), ToString::to_string);
    if let Some(problem) = problem {
        return Some(format!("the newest candidate cannot be read: {problem}"));
    }
    let first = changes.first()?;
    let count = |effect: Effect| {
        changes
            .iter()
            .filter(|change| change.then == effect)
            .count()
    };
    let parts = [
        (count(Effect::Fails), "more would fail"),
        (count(Effect::Warns), "would only warn"),
        (count(Effect::Waived), "would be waived"),
        (count(Effect::None), "would go"),
    ];
    let parts: Vec<String> = parts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    let verdict = status.map_or_else(String::new, |status| format!("{}: ", status_name(status)));
    Some(format!(
        "with {name}, {verdict}{} (first: {} {})",
        parts.join(", "),
        first.rule,
        first.path
    ))
}
