//! What a report says of how it came about: rules, settings, function, Hook, time.

use std::collections::BTreeMap;
use std::fmt::Write;

use chrono::{DateTime, Datelike, Timelike};
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::call::Call;
use super::now;
use super::request::Request;
use crate::engine::{FailOn, Input};
use cfn_warden_lint::Settings;

/// `provenance` of a report.
#[derive(Debug, Serialize)]
pub struct Provenance<'c> {
    /// RFC 3339, in UTC.
    time: String,
    duration_ms: u64,
    #[serde(skip_serializing_if = "str::is_empty")]
    request_id: &'c str,
    function: FunctionRecord<'c>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hook: Option<HookRecord<'c>>,
    settings: BTreeMap<String, String>,
    rules: Vec<RuleRecord>,
}

/// The function that was invoked.
#[derive(Debug, Serialize)]
pub struct FunctionRecord<'c> {
    #[serde(skip_serializing_if = "str::is_empty")]
    name: &'c str,
    #[serde(skip_serializing_if = "str::is_empty")]
    version: &'c str,
    warden_version: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    memory_mb: Option<u32>,
}

/// The Hook that invoked it.
#[derive(Debug, Serialize)]
pub struct HookRecord<'c> {
    /// Its type name.
    pub name: &'c str,
    /// Its version.
    pub version: &'c str,
}

/// A rules file, by its content.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RuleRecord {
    name: String,
    sha256: String,
    /// The version of the object, if the request or setting names one.
    #[serde(skip_serializing_if = "Option::is_none")]
    version_id: Option<String>,
}

impl RuleRecord {
    /// The record of a rules file.
    pub fn of(rules: &Input<'_>) -> RuleRecord {
        let version_id = rules.name.rsplit_once("?versionId=").map(|(_, version)| version.to_owned());
        RuleRecord { name: rules.name.to_owned(), sha256: sha256(rules.content), version_id }
    }
}

impl<'c> Provenance<'c> {
    /// The provenance of a report that is written now.
    pub fn of(call: &'c Call<'_>, hook: Option<HookRecord<'c>>) -> Provenance<'c> {
        Provenance {
            time: rfc3339(now()),
            duration_ms: u64::try_from(call.started.elapsed().as_millis()).unwrap_or(u64::MAX),
            request_id: &call.request_id,
            function: FunctionRecord::of(call),
            hook,
            settings: call.config.effective(),
            rules: call.used_rules.borrow().clone(),
        }
    }

    /// The same with settings that a request made for itself.
    #[must_use]
    pub fn with(mut self, settings: impl IntoIterator<Item = (&'static str, String)>) -> Self {
        self.settings.extend(settings.into_iter().map(|(name, value)| (name.to_owned(), value)));
        self
    }
}

impl<'c> FunctionRecord<'c> {
    /// The record of the function that is invoked.
    pub fn of(call: &'c Call<'_>) -> FunctionRecord<'c> {
        let function = &call.config.function;
        FunctionRecord {
            name: &function.name,
            version: &function.version,
            warden_version: env!("CARGO_PKG_VERSION"),
            memory_mb: function.memory_mb,
        }
    }
}

/// The settings that a request makes for itself, by the function's names for them.
pub fn settings_of(request: &Request) -> Vec<(&'static str, String)> {
    let Settings { regions, ignore_checks, include_checks, mandatory_checks, .. } = &request.lint_settings;
    let fail_on = match request.fail_on {
        FailOn::Error => "error",
        FailOn::Warning => "warning",
        FailOn::Never => "never",
    };
    let lists = [("REGIONS", regions), ("IGNORE_CHECKS", ignore_checks), ("INCLUDE_CHECKS", include_checks)];
    let lists = lists.into_iter().filter_map(|(name, list)| Some((name, list.as_ref()?.join(","))));
    let mandatory = (!mandatory_checks.is_empty()).then(|| ("MANDATORY_CHECKS", mandatory_checks.join(",")));
    lists.chain(mandatory).chain([("FAIL_ON", fail_on.to_owned())]).collect()
}

/// A time in UTC, of seconds since 1970.
fn rfc3339(seconds: i64) -> String {
    let time = DateTime::from_timestamp(seconds, 0).unwrap_or_default();
    let (year, month, day) = (time.year(), time.month(), time.day());
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", time.hour(), time.minute(), time.second())
}

/// The SHA-256 of a text, in hexadecimal digits.
pub fn sha256(content: &[u8]) -> String {
    Sha256::digest(content).iter().fold(String::with_capacity(64), |mut digits, byte| {
        // A text takes all that is written.
        let _ = write!(digits, "{byte:02x}");
        digits
    })
}
