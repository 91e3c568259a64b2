//! The number of findings of each rule, for reports that cannot show all findings at once.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::deduplicate::FindingGroup;
use cfn_warden_syntax::finding::Severity;

/// A rule with the number of its findings of one severity.
pub struct RuleCount<'r> {
    /// The severity.
    pub severity: Severity,
    /// The ID or name of the rule.
    pub rule: &'r str,
    /// Its title; empty if it has none.
    pub title: &'r str,
    /// The number of findings.
    pub count: usize,
}

/// Returns the rules with the numbers of their findings: errors first, then those with the most.
pub fn counts<'r>(groups: &[FindingGroup<'r>]) -> Vec<RuleCount<'r>> {
    let mut counts: BTreeMap<(Reverse<Severity>, &str), RuleCount<'r>> = BTreeMap::new();
    for group in groups {
        let (severity, rule) = (group.finding.severity, &group.finding.rule);
        let of_rule = counts
            .entry((Reverse(severity), &rule.id))
            .or_insert(RuleCount {
                severity,
                rule: &rule.id,
                title: &rule.title,
                count: 0,
            });
        of_rule.count = of_rule.count.saturating_add(1);
    }
    let mut counts: Vec<RuleCount<'r>> = counts.into_values().collect();
    counts.sort_by_key(|of_rule| (Reverse(of_rule.severity), Reverse(of_rule.count)));
    counts
}
