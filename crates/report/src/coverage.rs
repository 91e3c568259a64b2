//! The coverage of a run in the result document: `coverage`, documented in docs/contract.md.

use serde::Serialize;

use super::location::{Location, PathStep, located, some, step};
use cfn_warden_engine::coverage::{Coverage, NotSeen, SkippedFile};

/// Which rules applied, and what was not seen.
#[derive(Debug, Serialize)]
pub struct CoverageRecord<'r> {
    rules: RulesRecord<'r>,
    not_seen: Vec<NotSeenRecord<'r>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    skipped: Vec<SkippedRecord<'r>>,
}

/// Something in a folder that is not a document of the run.
#[derive(Debug, Serialize)]
struct SkippedRecord<'r> {
    file: &'r str,
    reason: &'static str,
}

/// The names of Guard rules by outcome over all documents.
#[derive(Debug, Default, Serialize)]
struct RulesRecord<'r> {
    /// Passed wherever they applied.
    passed: Vec<&'r str>,
    /// Failed on at least one document.
    failed: Vec<&'r str>,
    /// Applied to some documents but not to others.
    skipped: Vec<&'r str>,
    /// Decided by an unknown value on at least one document, and failed on none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    undecided: Vec<&'r str>,
    /// Applied to no document.
    never_applied: Vec<&'r str>,
}

/// A part of a document that was not checked.
#[derive(Debug, Serialize)]
struct NotSeenRecord<'r> {
    kind: &'static str,
    policy: &'static str,
    reason: &'r str,
    file: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<Vec<PathStep<'r>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    location: Option<Location>,
}

/// Returns the record of a run's coverage.
pub fn record(coverage: &Coverage) -> CoverageRecord<'_> {
    let mut rules = RulesRecord::default();
    for (_, rule, counts) in coverage.each_rule() {
        match counts {
            counts if counts.failed > 0 => rules.failed.push(rule),
            counts if counts.undecided > 0 => rules.undecided.push(rule),
            counts if counts.passed > 0 => rules.passed.push(rule),
            _ => rules.never_applied.push(rule),
        }
        if counts.applied() && counts.skipped > 0 {
            rules.skipped.push(rule);
        }
    }
    CoverageRecord {
        rules,
        not_seen: coverage.not_seen.iter().map(not_seen).collect(),
        skipped: coverage.skipped.iter().map(skipped).collect(),
    }
}

fn skipped(one: &SkippedFile) -> SkippedRecord<'_> {
    SkippedRecord {
        file: &one.file,
        reason: one.reason.text(),
    }
}

fn not_seen(part: &NotSeen) -> NotSeenRecord<'_> {
    NotSeenRecord {
        kind: part.kind.name(),
        policy: part.policy.name(),
        reason: &part.reason,
        file: some(&part.file),
        path: part
            .path
            .as_ref()
            .map(|path| path.0.iter().map(step).collect()),
        location: part.span.map(located),
    }
}
