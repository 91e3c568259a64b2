//! What the function says. Always JSON, always within what Lambda can carry.

use std::borrow::Cow;
use std::time::Duration;

use serde::Serialize;
use serde_json::value::RawValue;

use super::error::RequestError;
use super::event::MAX_PAYLOAD;
use super::hook::message::fit;
use super::provenance::Provenance;
use super::s3_uri::S3Uri;
use crate::engine::Run;
use crate::error::Error;
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
    /// How it came about, where it is written as a report.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provenance: Option<Provenance<'r>>,
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
    failed(vec![ErrorRecord { kind: "request", message: &error.message, place: (!nowhere).then_some(place) }])
}

/// The answer of a function whose settings cannot be used.
pub fn misconfigured(problems: &[Error]) -> String {
    failed(problems.iter().map(of_setting).collect())
}

/// The record of a setting that cannot be used.
pub fn of_setting(problem: &Error) -> ErrorRecord<'_> {
    let (Error::Value { name: setting, reason }
    | Error::Read { path: setting, reason }
    | Error::Write { path: setting, reason }) = problem;
    let place = Whereabouts { field: Some(setting), ..Whereabouts::default() };
    ErrorRecord { kind: "setting", message: reason, place: Some(place) }
}

/// The answer where the function itself is at fault.
pub fn internal_error() -> String {
    let message =
        "the function met a case that it does not handle; nothing of this event was checked. Please report it";
    failed(vec![ErrorRecord { kind: "internal", message, place: None }])
}

/// The answer where there was no time for one.
pub fn too_late(limit: Duration) -> String {
    let message =
        format!("it was not done after {} s; send fewer or smaller documents, or less to check", limit.as_secs());
    failed(vec![ErrorRecord { kind: "internal", message: &message, place: None }])
}

fn failed(errors: Vec<ErrorRecord<'_>>) -> String {
    let result = ResultDocument {
        compliant: false,
        status: "ERROR",
        summary: Summary { not_checked: errors.len(), ..Summary::default() },
        findings: Vec::new(),
        guard: Vec::new(),
        resolved: Vec::new(),
        plans: Vec::new(),
        coverage: None,
        suppressions: Vec::new(),
        errors,
    };
    json(&Answer { result, message: None, report: None, provenance: None, truncated: false })
}

/// The answer with a run as it is written as a report, however long.
pub fn in_full<'r>(run: &'r Run<'_>, with_message: bool, provenance: Provenance<'r>) -> String {
    let message = with_message.then_some(run.records.as_slice());
    let (result, provenance) = (ResultDocument::of(run), Some(provenance));
    json(&Answer { result, message, report: None, provenance, truncated: run.records_shortened })
}

/// The answer to a direct request whose report is elsewhere: the verdict, the counts and where to read on.
#[derive(Debug, Serialize)]
struct Elsewhere<'r> {
    compliant: bool,
    status: &'static str,
    summary: Summary,
    errors: Vec<ShortError<'r>>,
    report_uri: String,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    truncated: bool,
}

/// An error whose texts were cut.
#[derive(Debug, Serialize)]
struct ShortError<'r> {
    kind: &'static str,
    message: Cow<'r, str>,
    #[serde(rename = "where")]
    place: Option<ShortPlace<'r>>,
}

#[derive(Debug, Serialize)]
struct ShortPlace<'r> {
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<Cow<'r, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<Cow<'r, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u32>,
}

/// The errors that an answer has whose report is elsewhere, and the bytes of a text in them. Were all of them control
/// characters, which are six bytes each in JSON, the answer would still be half of what a state may hold.
const ERRORS_BESIDE_REPORT: (usize, usize) = (20, 500);

/// The answer with the report's place. It stays well below the 256 KB that a state of Step Functions may hold.
pub fn elsewhere(run: &Run<'_>, at: &S3Uri) -> String {
    let ResultDocument { compliant, status, summary, errors, .. } = ResultDocument::of(run);
    let (most, bytes) = ERRORS_BESIDE_REPORT;
    let mut truncated = errors.len() > most;
    let mut cut = |text| {
        let short = fit(text, bytes);
        truncated |= matches!(short, Cow::Owned(_));
        short
    };
    let short = |ErrorRecord { kind, message, place }| ShortError {
        kind,
        message: cut(message),
        place: place.map(|Whereabouts { field, file, line, column }| ShortPlace {
            field: field.map(&mut cut),
            file: file.map(&mut cut),
            line,
            column,
        }),
    };
    let errors = errors.into_iter().take(most).map(short).collect();
    json(&Elsewhere { compliant, status, summary, errors, report_uri: at.to_string(), truncated })
}

/// Parts of an answer that are left out, one after the other, where it is too long: what is longest and can be requested again
/// goes first; the verdict and the counts always stay. Each says whether there was anything.
const PARTS: [fn(&mut Answer<'_>) -> bool; 6] = [
    |answer| answer.report.take().is_some(),
    |answer| !std::mem::take(&mut answer.result.guard).is_empty(),
    |answer| answer.message.take().is_some(),
    |answer| !std::mem::take(&mut answer.result.resolved).is_empty(),
    |answer| answer.result.coverage.take().is_some(),
    |answer| !std::mem::take(&mut answer.result.suppressions).is_empty(),
];

/// The answer with a run.
pub fn of_run(run: &Run<'_>, with_message: bool, report: Option<String>) -> String {
    let message = with_message.then_some(run.records.as_slice());
    let (result, truncated) = (ResultDocument::of(run), run.records_shortened);
    let mut answer = Answer { result, message, report, provenance: None, truncated };
    let mut text = json(&answer);
    for part in PARTS {
        if text.len() > MAX_PAYLOAD && part(&mut answer) {
            answer.truncated = true;
            text = json(&answer);
        }
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
