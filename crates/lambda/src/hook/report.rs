//! Reports of Hook invocations, with more detail than the operation's events show.

use chrono::{DateTime, Datelike};
use serde::Serialize;

use super::invocation::{Context, Invocation, Target};
use crate::call::Call;
use crate::provenance::{HookRecord, Provenance};
use crate::report_uri::HOOKS;
use cfn_warden_engine::{Run, sha256};
use cfn_warden_fetch::{FetchError, S3Uri, WriteMode};
use cfn_warden_report::result::ResultDocument;
use cfn_warden_report::with_escaped;

/// The result document with information on the invocation.
#[derive(Debug, Serialize)]
struct Report<'r> {
    hook: InvocationRecord<'r>,
    provenance: Provenance<'r>,
    #[serde(flatten)]
    result: ResultDocument<'r>,
}

#[derive(Debug, Serialize)]
struct InvocationRecord<'r> {
    account_id: &'r str,
    stack_id: &'r str,
    change_set_id: &'r str,
    hook_type_name: &'r str,
    invocation_point: &'r str,
    target: &'r str,
    target_logical_id: &'r str,
}

/// The outcome of writing a report.
#[derive(Debug, PartialEq, Eq)]
pub enum ReportOutcome {
    /// No report bucket is configured.
    NotConfigured,
    /// The report was written to this object.
    Written(S3Uri),
    /// The report could not be written; the verdict does not change.
    Failed(FetchError),
}

/// Writes the report if a report bucket is configured.
pub fn write(
    invocation: &Invocation<'_>,
    run: &Run<'_>,
    token: Option<&str>,
    call: &Call<'_>,
) -> ReportOutcome {
    let Some(bucket) = &call.config.report_bucket else {
        return ReportOutcome::NotConfigured;
    };
    let Context {
        hook_type_name: name,
        hook_type_version: version,
        ..
    } = &invocation.context;
    let provenance = Provenance::of(call, Some(HookRecord { name, version }));
    let body = with_escaped(run, |run| {
        let report = Report {
            hook: InvocationRecord::of(invocation),
            provenance,
            result: ResultDocument::of(run),
        };
        // Serialization of these structs cannot fail.
        serde_json::to_vec(&report).unwrap_or_default()
    });
    // Lambda's request ID is unique per invocation, also for several with the same token.
    let id = match call.request_id.as_str() {
        "" => sha256(&body).chars().take(32).collect(),
        id => id.to_owned(),
    };
    let at = bucket.below(&key(token, &id, call.now));
    call.begin_reporting();
    match call
        .fetch
        .put(&at, "application/json", body, WriteMode::Create)
    {
        Ok(()) => ReportOutcome::Written(at),
        Err(error) => ReportOutcome::Failed(error),
    }
}

/// Returns the report's key: `hooks/2026/11/21/TOKEN-ID.json`. Day and token help to find it; the ID prevents
/// overwriting.
fn key(token: Option<&str>, id: &str, now: i64) -> String {
    let day = DateTime::from_timestamp(now, 0).unwrap_or_default();
    let day = format!("{:04}/{:02}/{:02}", day.year(), day.month(), day.day());
    let is_plain = |c: &char| c.is_ascii_alphanumeric() || *c == '-';
    let plain = |text: &str| text.chars().filter(is_plain).take(100).collect::<String>();
    let (token, id) = (plain(token.unwrap_or_default()), plain(id));
    if token.is_empty() {
        format!("{HOOKS}{day}/at-{now}-{id}.json")
    } else {
        format!("{HOOKS}{day}/{token}-{id}.json")
    }
}

impl<'r> InvocationRecord<'r> {
    fn of(invocation: &'r Invocation<'_>) -> InvocationRecord<'r> {
        let Context {
            account_id,
            stack_id,
            change_set_id,
            hook_type_name,
            invocation_point,
            ..
        } = &invocation.context;
        let (target, target_logical_id) = match &invocation.target {
            Target::Resource(resource) => {
                (resource.type_name.as_str(), resource.logical_id.as_str())
            }
            Target::Stack { name, .. } => ("STACK", name.as_str()),
            Target::DeletedStack => ("STACK", ""),
            Target::ChangeSet { id, .. } => ("CHANGE_SET", id.as_str()),
            Target::Unknown(name) => (name.as_str(), ""),
        };
        InvocationRecord {
            account_id,
            stack_id,
            change_set_id,
            hook_type_name,
            invocation_point,
            target,
            target_logical_id,
        }
    }
}

impl ReportOutcome {
    /// Returns the note on the report at the end of the message.
    pub fn note(&self) -> String {
        match self {
            ReportOutcome::NotConfigured => String::new(),
            ReportOutcome::Written(at) => format!(". Report: {at}"),
            ReportOutcome::Failed(error) => format!(". The report could not be written: {error}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_are_stored_by_day_and_token() {
        assert_eq!(
            key(Some("f8da-51"), "9-a", 1_795_275_914),
            "hooks/2026/11/21/f8da-51-9-a.json"
        );
        assert_eq!(
            key(Some("../../a b"), "../c", 0),
            "hooks/1970/01/01/ab-c.json"
        );
        assert_eq!(key(None, "id", 5), "hooks/1970/01/01/at-5-id.json");
    }
}
