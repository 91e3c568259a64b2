//! Unseen parts and Guard rules that never applied, for report formats.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::words::shown_name;
use cfn_warden_engine::Run;
use cfn_warden_engine::coverage::{Kind, NotSeen, Policy};
use cfn_warden_syntax::place;

/// Returns the unseen parts, those that fail the run first.
pub fn parts<'r>(run: &'r Run<'_>) -> Vec<&'r NotSeen> {
    let mut parts: Vec<&NotSeen> = run.coverage.not_seen.iter().collect();
    parts.sort_by_key(|part| Reverse(part.policy));
    parts
}

/// Returns whether a part fails the run.
pub fn fails(part: &NotSeen) -> bool {
    part.policy == Policy::Fail
}

/// Returns a part's file and position, as `stack.yaml:3:1`.
pub fn position(part: &NotSeen) -> String {
    place(shown_name(&part.file), part.span.map(|span| span.start))
}

/// Returns the rules that never applied; empty if they are among the unseen parts.
pub fn never_applied<'r>(run: &'r Run<'_>) -> BTreeSet<&'r str> {
    if run
        .coverage
        .not_seen
        .iter()
        .any(|part| part.kind == Kind::RuleNotApplied)
    {
        return BTreeSet::new();
    }
    run.coverage.never_applied().map(|(_, rule)| rule).collect()
}
