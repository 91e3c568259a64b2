//! Inputs that were not checked, grouped by the reason.

use std::collections::HashMap;

use super::words::shown_name;
use cfn_warden_engine::{Incomplete, IncompleteKind, Run};
use cfn_warden_syntax::place;

/// Inputs that were not checked for the same reason, in the order of the run.
pub struct ReasonGroup<'r> {
    /// The first of them.
    pub first: &'r Incomplete,
    /// The others, such as the other calls of a module that is not installed.
    pub others: Vec<&'r Incomplete>,
}

impl ReasonGroup<'_> {
    /// Returns at most `most` of the other places, and the number of the rest in words.
    pub fn other_places(&self, most: usize) -> Option<String> {
        let places = self.others.iter().take(most);
        let places: Vec<String> = places
            .map(|issue| place(shown_name(&issue.file), issue.at))
            .collect();
        let more = self.others.len().saturating_sub(most);
        match (places.is_empty(), more) {
            (true, _) => None,
            (false, 0) => Some(places.join(", ")),
            (false, more) => Some(format!("{} and {more} more", places.join(", "))),
        }
    }
}

/// Returns the inputs that were not checked by their reasons.
pub fn by_reason<'r>(run: &'r Run<'_>) -> Vec<ReasonGroup<'r>> {
    grouped(run.incomplete.iter())
}

/// Returns the same without the documents for which a finding that counts says why they cannot be read: it is one mistake.
pub fn by_reason_without_explained<'r>(run: &'r Run<'_>) -> Vec<ReasonGroup<'r>> {
    let is_explained = |issue: &Incomplete| {
        issue.kind == IncompleteKind::Document
            && run.findings.iter().any(|finding| {
                finding.rule.id == SYNTAX
                    && finding.file == issue.file
                    && run.fail_on.counts(finding)
            })
    };
    grouped(run.incomplete.iter().filter(|issue| !is_explained(issue)))
}

/// The rule about documents that cannot be read.
const SYNTAX: &str = "E0000";

fn grouped<'r>(issues: impl Iterator<Item = &'r Incomplete>) -> Vec<ReasonGroup<'r>> {
    let mut groups: Vec<ReasonGroup<'r>> = Vec::new();
    let mut known: HashMap<&str, usize> = HashMap::new();
    for issue in issues {
        let place = *known.entry(&issue.message).or_insert(groups.len());
        match groups.get_mut(place) {
            Some(group) => group.others.push(issue),
            None => groups.push(ReasonGroup {
                first: issue,
                others: Vec::new(),
            }),
        }
    }
    groups
}
