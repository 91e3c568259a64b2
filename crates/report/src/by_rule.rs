//! The number of findings of each rule, for reports that cannot show all findings at once.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::deduplicate::FindingGroup;

/// Returns the rules with their titles and the numbers of their findings, those with the most first.
pub fn counts<'r>(groups: &[FindingGroup<'r>]) -> Vec<(&'r str, &'r str, usize)> {
    let mut counts: BTreeMap<&str, (&str, usize)> = BTreeMap::new();
    for group in groups {
        let rule = &group.finding.rule;
        let (_, count) = counts.entry(&rule.id).or_insert((&rule.title, 0));
        *count = count.saturating_add(1);
    }
    let mut counts: Vec<_> = counts
        .into_iter()
        .map(|(rule, (title, count))| (rule, title, count))
        .collect();
    counts.sort_by_key(|(_, _, count)| Reverse(*count));
    counts
}
