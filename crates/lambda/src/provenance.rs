//! Provenance of a report: rules, settings, function, Hook and time.

use std::collections::BTreeMap;

use super::rule_record::RuleRecord;
use chrono::{DateTime, Datelike, Timelike};
use serde::Serialize;

use super::call::Call;
use super::request::Request;
use cfn_warden_engine::FailOn;
use cfn_warden_lint::Settings;

/// The `provenance` of a report.
#[derive(Debug, Serialize)]
pub struct Provenance<'c> {
    /// RFC 3339, UTC.
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

/// The invoked function.
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

/// The invoking Hook.
#[derive(Debug, Serialize)]
pub struct HookRecord<'c> {
    /// The type name.
    pub name: &'c str,
    /// The type version.
    pub version: &'c str,
}

impl<'c> Provenance<'c> {
    /// Creates the provenance of a report that is written now.
    pub fn of(call: &'c Call<'_>, hook: Option<HookRecord<'c>>) -> Provenance<'c> {
        Provenance {
            time: rfc3339(call.now),
            duration_ms: u64::try_from(call.started.elapsed().as_millis()).unwrap_or(u64::MAX),
            request_id: &call.request_id,
            function: FunctionRecord::of(call),
            hook,
            settings: call.config.effective(),
            rules: call.used_rules.borrow().clone(),
        }
    }

    /// Adds settings that a request overrides.
    #[must_use]
    pub fn with(mut self, settings: impl IntoIterator<Item = (&'static str, String)>) -> Self {
        self.settings.extend(
            settings
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value)),
        );
        self
    }
}

impl<'c> FunctionRecord<'c> {
    /// Creates the record of the invoked function.
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

/// Returns the settings that a request overrides, by their names in the function's environment.
pub fn settings_of(request: &Request) -> Vec<(&'static str, String)> {
    let Settings {
        regions,
        ignore_checks,
        include_checks,
        mandatory_checks,
        ..
    } = &request.lint_settings;
    let fail_on = match request.fail_on {
        FailOn::Error => "error",
        FailOn::Warning => "warning",
        FailOn::Never => "never",
    };
    let lists = [
        ("REGIONS", regions),
        ("IGNORE_CHECKS", ignore_checks),
        ("INCLUDE_CHECKS", include_checks),
    ];
    let lists = lists
        .into_iter()
        .filter_map(|(name, list)| Some((name, list.as_ref()?.join(","))));
    let mandatory =
        (!mandatory_checks.is_empty()).then(|| ("MANDATORY_CHECKS", mandatory_checks.join(",")));
    lists
        .chain(mandatory)
        .chain([("FAIL_ON", fail_on.to_owned())])
        .collect()
}

/// Formats a Unix time in UTC.
fn rfc3339(seconds: i64) -> String {
    let time = DateTime::from_timestamp(seconds, 0).unwrap_or_default();
    let (year, month, day) = (time.year(), time.month(), time.day());
    format!(
        "{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z",
        time.hour(),
        time.minute(),
        time.second()
    )
}
