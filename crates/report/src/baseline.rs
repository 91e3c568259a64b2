//! Baselines in reports.

use serde::Serialize;

use super::words::counted;
use cfn_warden_engine::Run;
use cfn_warden_engine::baseline::{BaselineUse, new_findings};

/// The baseline of a run in the result document.
#[derive(Debug, Serialize)]
pub struct BaselineRecord<'r> {
    file: &'r str,
    /// The number of findings that it lists.
    known: usize,
    /// The number of errors and warnings that it does not list.
    new: usize,
    /// The number of entries that no finding matches any more.
    stale: usize,
    /// What was not checked and is accepted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    not_checked: Vec<AcceptedRecord<'r>>,
}

/// An input that was not checked, and why that is accepted.
#[derive(Debug, Serialize)]
struct AcceptedRecord<'r> {
    file: &'r str,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    message: &'r str,
    reason: &'r str,
    #[serde(skip_serializing_if = "Option::is_none")]
    owner: Option<&'r str>,
    until: &'r str,
}

/// Returns the record of the baseline of a run.
pub fn record<'r>(run: &'r Run<'_>) -> Option<BaselineRecord<'r>> {
    let BaselineUse {
        file, known, stale, ..
    } = run.baseline.as_ref()?;
    let not_checked = run.accepted.iter().map(|one| AcceptedRecord {
        file: &one.issue.file,
        line: one.issue.at.map(|at| at.line),
        message: &one.issue.message,
        reason: &one.acceptance.reason,
        owner: one.acceptance.owner.as_deref(),
        until: &one.acceptance.until,
    });
    Some(BaselineRecord {
        not_checked: not_checked.collect(),
        file,
        known: known.len(),
        new: new_findings(run),
        stale: stale.len(),
    })
}

/// Returns the number of findings that are in the baseline, in words; `None` without a baseline.
pub fn in_baseline(run: &Run<'_>) -> Option<String> {
    let BaselineUse { file, known, .. } = run.baseline.as_ref()?;
    Some(format!(
        "{} in the baseline {file}",
        findings_are(known.len())
    ))
}

/// Returns a number of findings as the subject of a sentence: `1 finding is`, `2 findings are`.
pub fn findings_are(count: usize) -> String {
    format!(
        "{} {}",
        counted(count, "finding"),
        if count == 1 { "is" } else { "are" }
    )
}
