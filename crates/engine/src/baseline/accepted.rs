//! What was not checked, and is accepted: by a file outside of the documents, with a reason and a last day.

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
    let entry_of = |file: &str, message: &str| {
        let name = files.name(file);
        let mut of_message = entries.iter().filter(|entry| entry.message == message);
        of_message
            .find(|entry| entry.file == name)
            .map(|entry| &entry.acceptance)
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
    let found: Vec<(String, String)> = issues.chain(parts).collect();
    let read: Vec<String> = run
        .documents
        .iter()
        .map(|document| files.name(document.name))
        .collect();
    let is_of = |entry: &AcceptedEntry, (file, message): &(String, String)| {
        entry.file == *file && entry.message == *message
    };
    let is_needed = |entry: &&AcceptedEntry| {
        found.iter().any(|issue| is_of(entry, issue)) || !read.contains(&entry.file)
    };
    let mut updated: Vec<AcceptedEntry> = Vec::new();
    if let Some(acceptance) = acceptance {
        let new = found.iter().map(|(file, message)| AcceptedEntry {
            file: file.clone(),
            message: message.clone(),
            acceptance: acceptance.clone(),
        });
        updated.extend(new);
        let is_renewed = |entry: &&AcceptedEntry| found.iter().any(|issue| is_of(entry, issue));
        let others = entries.iter().filter(is_needed);
        updated.extend(others.filter(|entry| !is_renewed(entry)).cloned());
    } else {
        updated.extend(entries.iter().filter(is_needed).cloned());
    }
    updated.sort();
    updated.dedup();
    updated
}
