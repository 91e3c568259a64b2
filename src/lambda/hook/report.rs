//! The report of an invocation, for whoever wants to read more than an operation's events show.

use chrono::{DateTime, Datelike};
use serde::Serialize;

use super::invocation::{Context, Invocation, Target};
use crate::engine::Run;
use crate::lambda::fetch::FetchError;
use crate::lambda::s3_uri::S3Uri;
use crate::lambda::{Function, now};
use crate::report::result::ResultDocument;

/// The result document, and what it is about.
#[derive(Debug, Serialize)]
struct Report<'r> {
    hook: About<'r>,
    #[serde(flatten)]
    result: ResultDocument<'r>,
}

#[derive(Debug, Serialize)]
struct About<'r> {
    account_id: &'r str,
    stack_id: &'r str,
    change_set_id: &'r str,
    hook_type_name: &'r str,
    invocation_point: &'r str,
    target: &'r str,
    target_logical_id: &'r str,
}

/// What became of a report.
#[derive(Debug, PartialEq, Eq)]
pub enum Written {
    /// There is no bucket for it.
    Not,
    /// It is there.
    At(S3Uri),
    /// It could not be written: the verdict stays what it is.
    Failed(FetchError),
}

/// Writes the report where the settings have a bucket for it.
pub fn write(invocation: &Invocation<'_>, run: &Run<'_>, token: Option<&str>, function: &Function) -> Written {
    let Some(bucket) = &function.config.report_bucket else { return Written::Not };
    let report = Report { hook: About::of(invocation), result: ResultDocument::of(run) };
    let at = bucket.below(&key(token, now()));
    // Our own structs hold nothing that JSON cannot.
    let body = serde_json::to_vec(&report).unwrap_or_default();
    match function.fetch.put(&at, "application/json", body) {
        Ok(()) => Written::At(at),
        Err(error) => Written::Failed(error),
    }
}

/// `hooks/2026/11/21/TOKEN.json`
fn key(token: Option<&str>, now: i64) -> String {
    let day = DateTime::from_timestamp(now, 0).unwrap_or_default();
    let day = format!("{:04}/{:02}/{:02}", day.year(), day.month(), day.day());
    let is_plain = |c: &char| c.is_ascii_alphanumeric() || *c == '-';
    let token: String = token.unwrap_or_default().chars().filter(is_plain).take(100).collect();
    if token.is_empty() { format!("hooks/{day}/at-{now}.json") } else { format!("hooks/{day}/{token}.json") }
}

impl<'r> About<'r> {
    fn of(invocation: &'r Invocation<'_>) -> About<'r> {
        let Context { account_id, stack_id, change_set_id, hook_type_name, invocation_point, .. } = &invocation.context;
        let (target, target_logical_id) = match &invocation.target {
            Target::Resource(resource) => (resource.type_name.as_str(), resource.logical_id.as_str()),
            Target::Stack { name, .. } => ("STACK", name.as_str()),
            Target::DeletedStack => ("STACK", ""),
            Target::ChangeSet { id, .. } => ("CHANGE_SET", id.as_str()),
            Target::Unknown(name) => (name.as_str(), ""),
        };
        About { account_id, stack_id, change_set_id, hook_type_name, invocation_point, target, target_logical_id }
    }
}

impl Written {
    /// What is said of it at the end of the answer's message.
    pub fn said(&self) -> String {
        match self {
            Written::Not => String::new(),
            Written::At(at) => format!(". Report: {at}"),
            Written::Failed(error) => format!(". The report could not be written: {error}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_kept_by_day_and_token() {
        assert_eq!(key(Some("f8da-51"), 1_795_275_914), "hooks/2026/11/21/f8da-51.json");
        assert_eq!(key(Some("../../a b"), 0), "hooks/1970/01/01/ab.json");
        assert_eq!(key(None, 5), "hooks/1970/01/01/at-5.json");
    }
}
