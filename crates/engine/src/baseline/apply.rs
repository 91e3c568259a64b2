//! Applies baselines to runs.

use super::compare::{Comparison, EntryState, compare, is_listed};
use super::entry::Entry;
use super::files::Files;
use super::used::BaselineUse;
use crate::run::Run;

/// Applies a baseline to a run: moves the findings that it lists to [`Run::baseline`].
///
/// Call this once, after waivers were applied: a waived finding matches only entries that no other finding needs.
pub fn apply(run: &mut Run<'_>, file: &str, entries: Vec<Entry>, files: &dyn Files) {
    let Comparison {
        known: is_known,
        waived,
        states,
    } = compare(run, &entries, files);
    let findings = std::mem::take(&mut run.findings).into_iter().zip(is_known);
    let (known, new): (Vec<_>, Vec<_>) = findings.partition(|(_, is_known)| *is_known);
    run.findings = new.into_iter().map(|(finding, _)| finding).collect();
    let stale = entries
        .into_iter()
        .zip(states)
        .filter(|(_, state)| *state == EntryState::Stale);
    run.baseline = Some(BaselineUse {
        file: file.to_owned(),
        known: known.into_iter().map(|(finding, _)| finding).collect(),
        waived,
        stale: stale.map(|(entry, _)| entry).collect(),
    });
}

/// Returns the entries of a baseline that lists the errors and warnings of a run, and still the findings of the documents
/// that the run did not check.
pub fn updated(run: &Run<'_>, entries: &[Entry], files: &dyn Files) -> Vec<Entry> {
    let Comparison { states, .. } = compare(run, entries, files);
    let others = entries
        .iter()
        .zip(states)
        .filter(|(_, state)| *state == EntryState::NotChecked);
    let found = run
        .findings
        .iter()
        .filter(|finding| is_listed(finding))
        .map(|finding| Entry::of(finding, files));
    let mut updated: Vec<Entry> = found
        .chain(others.map(|(entry, _)| entry.clone()))
        .collect();
    updated.sort();
    updated
}

/// Returns the number of findings of a run that the baseline could list and does not.
pub fn new_findings(run: &Run<'_>) -> usize {
    run.findings
        .iter()
        .filter(|finding| is_listed(finding))
        .count()
}
