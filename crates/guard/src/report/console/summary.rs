//! The summary table of rules and verdicts.

use std::fmt::Write;

use super::Files;
use crate::text;
use crate::{Outcome, Status};

/// The rules to show.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StatusFilter {
    /// Show rules that passed.
    pub pass: bool,
    /// Show rules that failed.
    pub fail: bool,
    /// Show rules that were skipped.
    pub skip: bool,
}

impl StatusFilter {
    /// Whether no rules are shown.
    pub fn is_empty(self) -> bool {
        self == StatusFilter::default()
    }
}

/// Formats the table; empty if no rules are shown.
pub fn summary(outcome: &Outcome<'_>, files: &Files<'_>, filter: StatusFilter) -> String {
    let (mut passed, mut failed, mut skipped) = (Vec::new(), Vec::new(), Vec::new());
    let mut reasons: Vec<(&str, String)> = Vec::new();
    let mut longest = 0;
    for (at, (name, status)) in outcome.rules().enumerate() {
        let into = match status {
            Status::Pass => &mut passed,
            Status::Fail => &mut failed,
            Status::Skip => &mut skipped,
        };
        if !into.contains(&name) {
            into.push(name);
        }
        if let (Status::Skip, Some(reason)) = (status, outcome.reason(at)) {
            let reason = text::reason(outcome.doc, reason);
            match reasons.iter_mut().find(|(other, _)| *other == name) {
                Some((_, slot)) => *slot = reason,
                None => reasons.push((name, reason)),
            }
        }
        longest = longest.max(short_name(files.rules, name).len());
    }
    skipped.retain(|name| !passed.contains(name) && !failed.contains(name));
    reasons.retain(|(name, _)| skipped.contains(name));
    let paint = files.paint;
    let mut out = String::new();
    for (is_shown, title, names, status) in [
        (filter.skip, "SKIP rules", &skipped, Status::Skip),
        (filter.pass, "PASS rules", &passed, Status::Pass),
        (filter.fail, "FAILED rules", &failed, Status::Fail),
    ] {
        if !is_shown || names.is_empty() {
            continue;
        }
        // Writing to a string cannot fail.
        if out.is_empty() {
            let _ = writeln!(
                out,
                "{} Status = {}",
                files.data,
                paint.status(outcome.status)
            );
        }
        let _ = writeln!(out, "{}", paint.bold(title));
        for name in names {
            let name = short_name(files.rules, name);
            let _ = writeln!(
                out,
                "{}/{name:<width$}{}",
                files.rules,
                paint.status(status),
                width = longest + 4
            );
        }
        if status == Status::Skip {
            for (name, reason) in &reasons {
                let _ = writeln!(out, "  {}: {reason}", short_name(files.rules, name));
            }
        }
    }
    if !out.is_empty() {
        out.push_str("---\n");
    }
    out
}

/// Removes the file name from the name of a rule.
fn short_name<'r>(file: &str, rule: &'r str) -> &'r str {
    rule.strip_prefix(file)
        .and_then(|rest| rest.strip_prefix('/'))
        .unwrap_or(rule)
}
