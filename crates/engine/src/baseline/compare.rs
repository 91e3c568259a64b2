//! Matches entries and findings.

use std::collections::{HashMap, HashSet};

use super::entry::{Entry, former_digest};
use super::files::Files;
use crate::run::{IncompleteKind, Run};
use cfn_warden_syntax::finding::{Engine, Finding, Severity};

/// What a baseline says about a run.
pub(super) struct Comparison {
    /// For each finding of the run, whether an entry lists it.
    pub known: Vec<bool>,
    /// For each waived finding, whether an entry lists it.
    pub waived: Vec<bool>,
    /// The state of each entry.
    pub states: Vec<EntryState>,
}

/// The state of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EntryState {
    /// A finding matches it.
    Known,
    /// Only a waived finding matches it.
    Waived,
    /// Its document was not checked, or not with all rules.
    NotChecked,
    /// No finding matches it.
    Stale,
}

/// Returns whether baselines have entries for findings of this severity.
pub(super) fn is_listed(finding: &Finding) -> bool {
    finding.severity >= Severity::Warning
}

/// Matches the entries of a baseline with the findings of a run, one to one. An entry matches a finding in its own
/// document. If that does not exist any more, it matches one in a document that the baseline does not name: the document
/// was renamed.
pub(super) fn compare(run: &Run<'_>, entries: &[Entry], files: &dyn Files) -> Comparison {
    let mut matching = Matching::of(entries, &Checked::of(run, files), files);
    let known = matching.take_all(run.findings.iter(), EntryState::Known, files);
    let waived = matching.take_all(
        run.waived().map(|(finding, _)| finding),
        EntryState::Waived,
        files,
    );
    Comparison {
        known,
        waived,
        states: matching.states,
    }
}

/// What a run checked completely.
struct Checked {
    documents: HashSet<String>,
    /// Whether all rules were evaluated.
    has_all_rules: bool,
    /// The files that findings name. Some do not exist: one that a folder should have.
    reported: HashSet<String>,
}

impl Checked {
    fn of(run: &Run<'_>, files: &dyn Files) -> Checked {
        let incomplete: HashSet<&str> = run
            .incomplete
            .iter()
            .map(|issue| issue.file.as_str())
            .collect();
        let documents = run
            .documents
            .iter()
            .filter(|document| !incomplete.contains(document.name));
        Checked {
            documents: documents
                .map(|document| files.name(document.name))
                .collect(),
            has_all_rules: !run
                .incomplete
                .iter()
                .any(|issue| issue.kind == IncompleteKind::Rules),
            reported: run
                .findings
                .iter()
                .map(|finding| files.name(&finding.file))
                .collect(),
        }
    }
}

/// The entries that no finding matches yet, and the state of all.
struct Matching<'e> {
    /// The indices of entries, the first one last, by digest and file.
    in_place: HashMap<&'e str, HashMap<&'e str, Vec<usize>>>,
    /// Those of documents that do not exist any more, by digest.
    moved: HashMap<&'e str, Vec<usize>>,
    /// The documents that entries name.
    named: HashSet<&'e str>,
    states: Vec<EntryState>,
    /// Digest and file of the entries that list what is several findings now.
    former: HashSet<(String, String)>,
}

impl<'e> Matching<'e> {
    fn of(entries: &'e [Entry], checked: &Checked, files: &dyn Files) -> Matching<'e> {
        let named: HashSet<&str> = entries.iter().map(|entry| entry.file.as_str()).collect();
        let is_gone = |file: &str| {
            !checked.documents.contains(file)
                && !checked.reported.contains(file)
                && !files.exists(file)
        };
        let gone: HashSet<&str> = named.iter().copied().filter(|file| is_gone(file)).collect();
        let mut matching = Matching {
            in_place: HashMap::new(),
            moved: HashMap::new(),
            named,
            states: Vec::new(),
            former: HashSet::new(),
        };
        for (index, Entry { file, digest, .. }) in entries.iter().enumerate().rev() {
            if gone.contains(file.as_str()) {
                matching.moved.entry(digest).or_default().push(index);
            } else {
                matching
                    .in_place
                    .entry(digest)
                    .or_default()
                    .entry(file)
                    .or_default()
                    .push(index);
            }
        }
        let state = |Entry { file, engine, .. }: &Entry| {
            let is_seen = checked.documents.contains(file) || gone.contains(file.as_str());
            let is_evaluated = checked.has_all_rules || *engine != Engine::Guard;
            if is_seen && is_evaluated {
                EntryState::Stale
            } else {
                EntryState::NotChecked
            }
        };
        matching.states = entries.iter().map(state).collect();
        matching
    }

    /// Gives each of some findings an entry, if there is one. Returns whether there is.
    fn take_all<'f>(
        &mut self,
        findings: impl Iterator<Item = &'f Finding>,
        state: EntryState,
        files: &dyn Files,
    ) -> Vec<bool> {
        findings
            .map(|finding| {
                is_listed(finding)
                    && (self.take(&Entry::of(finding, files), state)
                        || self.has_former(finding, state, files))
            })
            .collect()
    }

    /// Returns whether an entry lists the finding that this one was a part of. Its other parts have the same entry.
    fn has_former(&mut self, finding: &Finding, state: EntryState, files: &dyn Files) -> bool {
        let Some(digest) = former_digest(finding) else {
            return false;
        };
        let file = Entry::of(finding, files).file;
        let known = (digest, file);
        if self.former.contains(&known) {
            return true;
        }
        let (digest, file) = known;
        let entry = Entry {
            digest,
            file,
            ..Entry::of(finding, files)
        };
        let is_listed = self.take(&entry, state);
        if is_listed {
            self.former.insert((entry.digest, entry.file));
        }
        is_listed
    }

    fn take(&mut self, finding: &Entry, state: EntryState) -> bool {
        let Entry { file, digest, .. } = finding;
        let in_place = self
            .in_place
            .get_mut(digest.as_str())
            .and_then(|files| files.get_mut(file.as_str())?.pop());
        let moved = || {
            self.moved
                .get_mut(digest.as_str())
                .filter(|_| !self.named.contains(file.as_str()))?
                .pop()
        };
        let Some(index) = in_place.or_else(moved) else {
            return false;
        };
        if let Some(known) = self.states.get_mut(index) {
            *known = state;
        }
        true
    }
}
