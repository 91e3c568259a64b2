//! What the function says. Always JSON, always within what Lambda can carry.

use std::time::Duration;

use serde::Serialize;
use serde_json::value::RawValue;

use super::error::RequestError;
use super::event::MAX_PAYLOAD;
use super::s3_uri::S3Uri;
use crate::engine::Run;
use crate::report::result::{ErrorRecord, ResultDocument, Summary, Whereabouts};

/// The answer to a direct request: the result document and what else was asked for.
#[derive(Debug, Serialize)]
pub struct Answer<'r> {
    /// The result document.
    #[serde(flatten)]
    pub result: ResultDocument<'r>,
    /// cfn-guard-lambda's answer: a record of each rules text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<&'r [Box<RawValue>]>,
    /// The run in the format that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub report: Option<String>,
    /// Whether something was left out, so that the answer is within Lambda's limit.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub truncated: bool,
}

/// The answer to an event that cannot be answered with a run.
pub fn refusal(error: &RequestError) -> String {
    let place = Whereabouts {
        field: error.field.as_deref(),
        file: None,
        line: error.at.map(|at| at.line),
        column: error.at.map(|at| at.column),
    };
    let nowhere = error.field.is_none() && error.at.is_none();
    failed(ErrorRecord { kind: "request", message: &error.message, place: (!nowhere).then_some(place) })
}

/// The answer where the function itself is at fault.
pub fn internal_error() -> String {
    let message =
        "the function met a case that it does not handle; nothing of this event was checked. Please report it";
    failed(ErrorRecord { kind: "internal", message, place: None })
}

/// The answer where there was no time for one.
pub fn too_late(limit: Duration) -> String {
    let message =
        format!("it was not done after {} s; send fewer or smaller documents, or less to check", limit.as_secs());
    failed(ErrorRecord { kind: "internal", message: &message, place: None })
}

fn failed(error: ErrorRecord<'_>) -> String {
    let result = ResultDocument {
        compliant: false,
        status: "ERROR",
        summary: Summary { not_checked: 1, ..Summary::default() },
        findings: Vec::new(),
        guard: Vec::new(),
        resolved: Vec::new(),
        plans: Vec::new(),
        coverage: None,
        errors: vec![error],
    };
    json(&Answer { result, message: None, report: None, truncated: false })
}

/// The answer with a run, however long.
pub fn in_full(run: &Run<'_>, with_message: bool) -> String {
    let message = with_message.then_some(run.records.as_slice());
    json(&Answer { result: ResultDocument::of(run), message, report: None, truncated: run.records_shortened })
}

/// The answer to a direct request whose report is elsewhere: the verdict, the counts and where to read on.
#[derive(Debug, Serialize)]
struct Elsewhere<'r> {
    compliant: bool,
    status: &'static str,
    summary: Summary,
    errors: Vec<ErrorRecord<'r>>,
    report_uri: String,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    truncated: bool,
}

/// The errors that an answer has whose report is elsewhere.
const ERRORS_BESIDE_REPORT: usize = 20;

/// The answer with the report's place. It stays well below the 256 KB that a state of Step Functions may hold.
pub fn elsewhere(run: &Run<'_>, at: &S3Uri) -> String {
    let ResultDocument { compliant, status, summary, mut errors, .. } = ResultDocument::of(run);
    let truncated = errors.len() > ERRORS_BESIDE_REPORT;
    errors.truncate(ERRORS_BESIDE_REPORT);
    json(&Elsewhere { compliant, status, summary, errors, report_uri: at.to_string(), truncated })
}

/// The answer with a run.
pub fn of_run(run: &Run<'_>, with_message: bool, report: Option<String>) -> String {
    let message = with_message.then_some(run.records.as_slice());
    let mut answer = Answer { result: ResultDocument::of(run), message, report, truncated: run.records_shortened };
    let mut text = json(&answer);
    // What is longest and can be asked for again goes first; the verdict and the counts always stay.
    if text.len() > MAX_PAYLOAD && answer.report.take().is_some() {
        answer.truncated = true;
        text = json(&answer);
    }
    if text.len() > MAX_PAYLOAD && !answer.result.guard.is_empty() {
        answer.truncated = true;
        answer.result.guard.clear();
        text = json(&answer);
    }
    if text.len() > MAX_PAYLOAD && answer.message.take().is_some() {
        answer.truncated = true;
        text = json(&answer);
    }
    if text.len() > MAX_PAYLOAD && !answer.result.resolved.is_empty() {
        answer.truncated = true;
        answer.result.resolved.clear();
        text = json(&answer);
    }
    if text.len() > MAX_PAYLOAD && answer.result.coverage.take().is_some() {
        answer.truncated = true;
        text = json(&answer);
    }
    while text.len() > MAX_PAYLOAD && (answer.result.findings.len() > 1 || answer.result.errors.len() > 1) {
        answer.truncated = true;
        halve(&mut answer.result.findings);
        halve(&mut answer.result.errors);
        text = json(&answer);
    }
    // One finding may have any number of others below it.
    if text.len() > MAX_PAYLOAD && !answer.result.findings.is_empty() {
        answer.truncated = true;
        answer.result.findings.clear();
        text = json(&answer);
    }
    text
}

fn halve<T>(list: &mut Vec<T>) {
    list.truncate(list.len().div_ceil(2));
}

/// Our own structs hold nothing that JSON cannot: strings as keys, finite numbers.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
