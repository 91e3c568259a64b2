//! What a run did not see, as formats show it: parts of documents, and Guard rules that did not apply to any document.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::words::shown_name;
use crate::engine::Run;
use crate::engine::coverage::{Kind, NotSeen, Policy};

/// The parts that were not seen, those that fail the run first.
pub fn parts<'r>(run: &'r Run<'_>) -> Vec<&'r NotSeen> {
    let mut parts: Vec<&NotSeen> = run.coverage.not_seen.iter().collect();
    parts.sort_by_key(|part| Reverse(part.policy));
    parts
}

/// Whether a part fails the run.
pub fn fails(part: &NotSeen) -> bool {
    part.policy == Policy::Fail
}

/// The file of a part and its position, where it has one: `stack.yaml:3:1`.
pub fn position(part: &NotSeen) -> String {
    let at = part.span.map(|span| format!(":{}:{}", span.start.line, span.start.column)).unwrap_or_default();
    format!("{}{at}", shown_name(&part.file))
}

/// The names of the rules that did not apply to any document. None where each is among the parts that were not seen.
pub fn never_applied<'r>(run: &'r Run<'_>) -> BTreeSet<&'r str> {
    if run.coverage.not_seen.iter().any(|part| part.kind == Kind::RuleNotApplied) {
        return BTreeSet::new();
    }
    run.coverage.never_applied().map(|(_, rule)| rule).collect()
}
