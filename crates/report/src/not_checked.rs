//! Inputs that were not checked, grouped by the reason.

use std::collections::HashMap;

use super::words::shown_name;
use cfn_warden_engine::{Incomplete, Run};
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
    let mut groups: Vec<ReasonGroup<'r>> = Vec::new();
    let mut known: HashMap<&str, usize> = HashMap::new();
    for issue in &run.incomplete {
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
