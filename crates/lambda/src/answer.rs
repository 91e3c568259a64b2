//! JSON responses of the function, within Lambda's size limit.

use std::borrow::Cow;
use std::time::Duration;

use serde::Serialize;
use serde_json::value::RawValue;

use super::error::RequestError;
use super::event::MAX_PAYLOAD;
use super::hook::message::fit;
use super::provenance::Provenance;
use cfn_warden_engine::Run;
use cfn_warden_engine::error::Error;
use cfn_warden_fetch::S3Uri;
use cfn_warden_report::result::{
    ErrorLocation, ErrorRecord, FORMAT_VERSION, ResultDocument, Summary, TOOL_VERSION,
};

/// The response to a direct request: the result document and the requested additions.
#[derive(Debug, Serialize)]
pub struct Answer<'r> {
    /// The result document.
    #[serde(flatten)]
    pub result: ResultDocument<'r>,
    /// cfn-guard-lambda's response: a record of each rules text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<&'r [Box<RawValue>]>,
    /// The run in the requested format.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub report: Option<String>,
    /// The provenance, for written reports.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provenance: Option<Provenance<'r>>,
    /// Whether parts were removed to stay within Lambda's limit.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub truncated: bool,
}

/// Returns the response to an invalid event.
pub fn invalid_request(error: &RequestError) -> String {
    let location = ErrorLocation {
        field: error.field.as_deref(),
        file: None,
        line: error.at.map(|at| at.line),
        column: error.at.map(|at| at.column),
    };
    let nowhere = error.field.is_none() && error.at.is_none();
    failed(vec![ErrorRecord {
        kind: "request",
        message: &error.message,
        location: (!nowhere).then_some(location),
    }])
}

/// Returns the response of a function with invalid settings.
pub fn misconfigured(problems: &[Error]) -> String {
    failed(problems.iter().map(of_setting).collect())
}

/// Returns the error record of an invalid setting.
pub fn of_setting(problem: &Error) -> ErrorRecord<'_> {
    let (Error::Value {
        name: setting,
        reason,
    }
    | Error::Read {
        path: setting,
        reason,
    }
    | Error::Write {
        path: setting,
        reason,
    }) = problem;
    let location = ErrorLocation {
        field: Some(setting),
        ..ErrorLocation::default()
    };
    ErrorRecord {
        kind: "setting",
        message: reason,
        location: Some(location),
    }
}

/// Returns the response to an internal error.
pub fn internal_error() -> String {
    let message = "internal error: the event was not checked; please report this to cfn-warden";
    failed(vec![ErrorRecord {
        kind: "internal",
        message,
        location: None,
    }])
}

/// Returns the response to an event that was not processed in time.
pub fn too_late(limit: Duration) -> String {
    let message = format!(
        "timed out after {} s; send fewer or smaller documents, or fewer rules",
        limit.as_secs()
    );
    failed(vec![ErrorRecord {
        kind: "internal",
        message: &message,
        location: None,
    }])
}

fn failed(errors: Vec<ErrorRecord<'_>>) -> String {
    let result = ResultDocument {
        format_version: FORMAT_VERSION,
        tool_version: TOOL_VERSION,
        compliant: false,
        status: "ERROR",
        summary: Summary {
            not_checked: errors.len(),
            ..Summary::default()
        },
        findings: Vec::new(),
        guard: Vec::new(),
        resolved: Vec::new(),
        plans: Vec::new(),
        coverage: None,
        suppressions: Vec::new(),
        waivers: Vec::new(),
        baseline: None,
        policy: None,
        errors,
    };
    json(&Answer {
        result,
        message: None,
        report: None,
        provenance: None,
        truncated: false,
    })
}

/// Returns the complete response for a written report, whatever its length.
pub fn in_full<'r>(run: &'r Run<'_>, with_message: bool, provenance: Provenance<'r>) -> String {
    let message = with_message.then_some(run.records.as_slice());
    let (result, provenance) = (ResultDocument::of(run), Some(provenance));
    json(&Answer {
        result,
        message,
        report: None,
        provenance,
        truncated: run.records_shortened,
    })
}

/// The response to a direct request whose report was written to S3: verdict, counts and URI.
#[derive(Debug, Serialize)]
struct ReportReference<'r> {
    format_version: u32,
    tool_version: &'static str,
    compliant: bool,
    status: &'static str,
    summary: Summary,
    errors: Vec<ShortError<'r>>,
    report_uri: String,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    truncated: bool,
}

/// An error with truncated texts.
#[derive(Debug, Serialize)]
struct ShortError<'r> {
    kind: &'static str,
    message: Cow<'r, str>,
    #[serde(rename = "where")]
    location: Option<ShortLocation<'r>>,
}

#[derive(Debug, Serialize)]
struct ShortLocation<'r> {
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<Cow<'r, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<Cow<'r, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u32>,
}

/// The maximum number of errors in a response with a report URI, and of bytes per text. Even if all were control
/// characters, with six bytes each in JSON, the response would have half of the allowed state size.
const ERRORS_WITH_REPORT: (usize, usize) = (20, 500);

/// Returns the response with the report's URI. It stays well below the 256 KB limit of a Step Functions state.
pub fn at_uri(run: &Run<'_>, at: &S3Uri) -> String {
    let ResultDocument {
        format_version,
        tool_version,
        compliant,
        status,
        summary,
        errors,
        ..
    } = ResultDocument::of(run);
    let (most, bytes) = ERRORS_WITH_REPORT;
    let mut truncated = errors.len() > most;
    let mut cut = |text| {
        let short = fit(text, bytes);
        truncated |= matches!(short, Cow::Owned(_));
        short
    };
    let short = |ErrorRecord {
                     kind,
                     message,
                     location,
                 }| ShortError {
        kind,
        message: cut(message),
        location: location.map(
            |ErrorLocation {
                 field,
                 file,
                 line,
                 column,
             }| ShortLocation {
                field: field.map(&mut cut),
                file: file.map(&mut cut),
                line,
                column,
            },
        ),
    };
    let errors = errors.into_iter().take(most).map(short).collect();
    json(&ReportReference {
        format_version,
        tool_version,
        compliant,
        status,
        summary,
        errors,
        report_uri: at.to_string(),
        truncated,
    })
}

/// The parts to remove, in this order, when a response is too long: the longest that can be requested again first.
/// The verdict and the counts always stay. Each function returns whether there was something to remove.
const PARTS: [fn(&mut Answer<'_>) -> bool; 7] = [
    |answer| answer.report.take().is_some(),
    |answer| !std::mem::take(&mut answer.result.guard).is_empty(),
    |answer| answer.message.take().is_some(),
    |answer| !std::mem::take(&mut answer.result.resolved).is_empty(),
    |answer| answer.result.coverage.take().is_some(),
    |answer| !std::mem::take(&mut answer.result.suppressions).is_empty(),
    |answer| !std::mem::take(&mut answer.result.waivers).is_empty(),
];

/// Returns the response for a run.
pub fn of_run(run: &Run<'_>, with_message: bool, report: Option<String>) -> String {
    let message = with_message.then_some(run.records.as_slice());
    let (result, truncated) = (ResultDocument::of(run), run.records_shortened);
    let mut answer = Answer {
        result,
        message,
        report,
        provenance: None,
        truncated,
    };
    let mut text = json(&answer);
    for part in PARTS {
        if text.len() > MAX_PAYLOAD && part(&mut answer) {
            answer.truncated = true;
            text = json(&answer);
        }
    }
    while text.len() > MAX_PAYLOAD
        && (answer.result.findings.len() > 1 || answer.result.errors.len() > 1)
    {
        answer.truncated = true;
        halve(&mut answer.result.findings);
        halve(&mut answer.result.errors);
        text = json(&answer);
    }
    // A single finding may have any number of children.
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

/// Serialization cannot fail: keys are strings and numbers are finite.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
