//! What was not checked, and is accepted: by a file outside of the documents, with a reason and a last day.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::acceptance::{Acceptance, AcceptedEntry};
use super::files::Files;
use crate::coverage::Policy;
use crate::run::{Accepted, Incomplete, IncompleteKind, Run};
use cfn_warden_syntax::{Known, text};

/// Returns whether it may be accepted that something was not checked: mistakes in rules, waivers and settings are to be corrected.
fn is_acceptable(issue: &Incomplete) -> bool {
    matches!(
        issue.kind,
        IncompleteKind::Document | IncompleteKind::NothingToCheck
    )
}

/// Moves what was not checked to [`Run::accepted`] if an entry accepts it on this day. An issue whose entry has expired says so.
pub fn accept(run: &mut Run<'_>, entries: &[AcceptedEntry], files: &dyn Files, today: &str) {
    if entries.is_empty() {
        return;
    }
    let acceptances = by_issue(entries);
    let entry_of = |file: &str, message: &str| {
        let issue = (files.name(file), message.to_owned());
        acceptances.get(&issue).copied()
    };
    for mut issue in std::mem::take(&mut run.incomplete) {
        let entry = entry_of(&issue.file, &issue.message).filter(|_| is_acceptable(&issue));
        match entry {
            Some(acceptance) if acceptance.until.as_str() >= today => run.accepted.push(Accepted {
                issue,
                acceptance: acceptance.clone(),
            }),
            Some(Acceptance { until, .. }) => {
                issue
                    .message
                    .push(text!(" (accepted until {})", Known(until)));
                run.incomplete.push(issue);
            }
            None => run.incomplete.push(issue),
        }
    }
    for part in std::mem::take(&mut run.coverage.not_seen) {
        let entry = entry_of(&part.file, &part.reason).filter(|_| part.policy == Policy::Fail);
        match entry.filter(|acceptance| acceptance.until.as_str() >= today) {
            Some(acceptance) => run.accepted.push(Accepted {
                issue: Incomplete {
                    kind: IncompleteKind::Document,
                    message: part.reason,
                    file: part.file,
                    at: part.span.map(|span| span.start),
                },
                acceptance: acceptance.clone(),
            }),
            None => run.coverage.not_seen.push(part),
        }
    }
}

/// Returns the entries for a run: those that are still needed, and, with an acceptance, one for each issue without an entry.
/// Entries for documents that the run did not read are kept.
pub fn updated_acceptances(
    run: &Run<'_>,
    entries: &[AcceptedEntry],
    files: &dyn Files,
    acceptance: Option<&Acceptance>,
) -> Vec<AcceptedEntry> {
    let issues = run.incomplete.iter().filter(|issue| is_acceptable(issue));
    let issues = issues.map(|issue| (files.name(&issue.file), issue.message.to_string()));
    let parts = run.coverage.must_be_seen();
    let parts = parts.map(|part| (files.name(&part.file), part.reason.to_string()));
    let found: BTreeSet<Issue> = issues.chain(parts).collect();
    let read: HashSet<String> = run
        .documents
        .iter()
        .map(|document| files.name(document.name))
        .collect();
    let mut acceptances = by_issue(entries);
    acceptances.retain(|issue, _| found.contains(issue) || !read.contains(&issue.0));
    if let Some(acceptance) = acceptance {
        acceptances.extend(found.into_iter().map(|issue| (issue, acceptance)));
    }
    let entry = |((file, message), acceptance): (Issue, &Acceptance)| AcceptedEntry {
        file,
        message,
        acceptance: acceptance.clone(),
    };
    acceptances.into_iter().map(entry).collect()
}

/// The file of what was not checked, as a baseline names it, and why it was not.
type Issue = (String, String);

/// Returns what entries accept. Of two entries for the same issue, the first counts.
fn by_issue(entries: &[AcceptedEntry]) -> BTreeMap<Issue, &Acceptance> {
    let pair = |entry: &'_ AcceptedEntry| (entry.file.clone(), entry.message.clone());
    let last_first = entries.iter().rev();
    last_first
        .map(|entry| (pair(entry), &entry.acceptance))
        .collect()
}
