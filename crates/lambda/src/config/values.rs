//! Types of settings and the values that they have.

use std::path::PathBuf;

use crate::bundle::is_version;
use crate::lint;
use crate::source::SourceLocation;
use cfn_warden_fetch::S3Uri;
use cfn_warden_policies::custom::minisign;
use cfn_warden_template::Region;

/// The prefix of our environment variables.
pub const PREFIX: &str = "WARDEN_";

/// The source of a function's rules.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Rules {
    /// No rules.
    #[default]
    None,
    /// A folder.
    Folder(PathBuf),
    /// S3: objects, prefixes and archives.
    S3(Vec<SourceLocation<S3Uri>>),
}

impl Rules {
    /// Returns the S3 locations.
    pub fn uris(&self) -> &[SourceLocation<S3Uri>] {
        if let Rules::S3(uris) = self {
            uris
        } else {
            &[]
        }
    }

    /// Parses a folder, or URIs with commas.
    ///
    /// # Errors
    /// What is wrong with a URI.
    pub fn read(setting: &str, value: &str) -> Result<Rules, String> {
        let value = value.trim();
        if value.is_empty() {
            return Ok(Rules::None);
        }
        if !value.starts_with("s3://") {
            return Ok(Rules::Folder(PathBuf::from(value)));
        }
        let place = |text: String| {
            S3Uri::read(&text).map(|uri| SourceLocation {
                field: format!("{PREFIX}{setting}"),
                uri,
            })
        };
        lint::listed(value)
            .into_iter()
            .map(place)
            .collect::<Result<_, _>>()
            .map(Rules::S3)
    }
}

/// The time limit of one fetch in seconds. The default leaves enough of CloudFormation's 30 s for a Hook.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FetchSeconds(pub u64);

impl Default for FetchSeconds {
    fn default() -> Self {
        FetchSeconds(12)
    }
}

/// Settings of Hooks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HookSettings {
    /// Which findings count.
    pub findings: HookFindings,
    /// Whether the linter runs.
    pub lint: bool,
}

impl Default for HookSettings {
    fn default() -> Self {
        HookSettings {
            findings: HookFindings::default(),
            lint: true,
        }
    }
}

/// Which findings count in a Hook invocation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum HookFindings {
    /// All.
    #[default]
    All,
    /// Only findings that the operation introduces; existing ones do not block fixes.
    Changed,
}

/// The metrics that the function logs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Metrics {
    /// None.
    #[default]
    Off,
    /// Those of each invocation.
    Invocations,
    /// Also the findings of each rule. CloudWatch charges for each metric, and each rule is one.
    Rules,
}

/// The clock of an invocation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Clock {
    /// The system's.
    #[default]
    System,
    /// The deadline of the invocation is the current time: to rehearse a schedule with a Runtime API that moves it.
    Deadline,
}

/// The least severe messages that the function logs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LogLevel {
    /// Errors of the function itself.
    Error,
    /// Requests that could not be processed.
    Warn,
    /// One line per invocation, with counts but without contents.
    #[default]
    Info,
}

/// Parses the location of input parameters or waivers. Unlike rules, they cannot be at a prefix.
///
/// # Errors
/// What is wrong with the value, and what is expected.
pub fn files(setting: &str, value: &str) -> Result<Rules, String> {
    let read = Rules::read(setting, value)?;
    match read.uris().iter().find(|place| place.uri.is_prefix()) {
        Some(prefix) => Err(format!("`{}` is a prefix; expected an object", prefix.uri)),
        None => Ok(read),
    }
}

/// Parses the location of one file.
///
/// # Errors
/// What is wrong with the value, and what is expected.
pub fn file(setting: &str, value: &str) -> Result<Rules, String> {
    let read = files(setting, value)?;
    match read.uris() {
        [_, other, ..] => Err(format!("`{}` is a second file; expected one", other.uri)),
        _ => Ok(read),
    }
}

/// Parses names of regions with commas.
///
/// # Errors
/// What is wrong with the value, and what is expected.
pub fn regions(value: &str) -> Result<Vec<String>, String> {
    let names = lint::listed(value);
    match lint::unknown_region(&names) {
        Some(name) => Err(Region::unknown(name)),
        None => Ok(names),
    }
}

/// Parses a bucket with an optional prefix, as `reports` or `reports/warden`, with or without `s3://`.
///
/// # Errors
/// What is wrong with the value, and what is expected.
pub fn report_bucket(value: &str) -> Result<Option<S3Uri>, String> {
    let place = value.strip_prefix("s3://").unwrap_or(value);
    if place.is_empty() {
        return Ok(None);
    }
    let read = S3Uri::read(&format!(
        "s3://{place}{}",
        if place.contains('/') { "" } else { "/" }
    ));
    read.map(Some)
        .map_err(|_| format!("invalid bucket `{value}`; expected BUCKET or BUCKET/PREFIX"))
}

/// Parses the location of a bundle: a zip file, or a pointer in TOML.
///
/// # Errors
/// What is wrong with the value, and what is expected.
pub fn bundle(value: &str) -> Result<Option<S3Uri>, String> {
    let value = value.trim();
    if value.is_empty() {
        return Ok(None);
    }
    let uri = S3Uri::read(value)?;
    match uri.key.ends_with(".zip") || uri.key.ends_with(".toml") {
        true => Ok(Some(uri)),
        false => Err(format!(
            "`{value}` is neither a bundle nor a pointer; expected a key that ends in .zip or .toml"
        )),
    }
}

/// Returns a text without blanks around it; `None` if it is empty.
pub fn non_empty(value: &str) -> Option<String> {
    let value = value.trim();
    (!value.is_empty()).then(|| value.to_owned())
}

/// Parses the least version of bundles.
///
/// # Errors
/// What is wrong with the value, and what is expected.
pub fn version(value: &str) -> Result<Option<String>, String> {
    match non_empty(value) {
        Some(version) if !is_version(&version) => Err(format!(
            "`{version}` is not a version; expected numbers separated by dots, such as 1.2.0"
        )),
        version => Ok(version),
    }
}

/// Parses a clock.
///
/// # Errors
/// What is wrong with the value, and what is expected.
pub fn clock(word: &str) -> Result<Clock, String> {
    match word {
        "system" => Ok(Clock::System),
        "deadline" => Ok(Clock::Deadline),
        other => Err(format!(
            "invalid value `{other}`; expected system or deadline"
        )),
    }
}

/// Parses a time limit from 1 to 20 s.
///
/// # Errors
/// What is wrong with the value, and what is expected.
pub fn fetch_seconds(value: &str) -> Result<FetchSeconds, String> {
    match value.parse() {
        Ok(seconds @ 1..=20) => Ok(FetchSeconds(seconds)),
        _ => Err(format!(
            "invalid value `{value}`; expected a number of seconds from 1 to 20"
        )),
    }
}

/// Parses which findings count in Hooks.
///
/// # Errors
/// What is wrong with the value, and what is expected.
pub fn hook_findings(word: &str) -> Result<HookFindings, String> {
    match word {
        "all" => Ok(HookFindings::All),
        "changed" => Ok(HookFindings::Changed),
        other => Err(format!("invalid value `{other}`; expected all or changed")),
    }
}

/// Parses a switch.
///
/// # Errors
/// What is wrong with the value, and what is expected.
pub fn on_or_off(word: &str) -> Result<bool, String> {
    match word {
        "on" => Ok(true),
        "off" => Ok(false),
        other => Err(format!("invalid value `{other}`; expected on or off")),
    }
}

/// Parses which metrics are logged.
///
/// # Errors
/// What is wrong with the value, and what is expected.
pub fn metrics(word: &str) -> Result<Metrics, String> {
    match word {
        "off" => Ok(Metrics::Off),
        "on" => Ok(Metrics::Invocations),
        "rules" => Ok(Metrics::Rules),
        other => Err(format!(
            "invalid value `{other}`; expected off, on or rules"
        )),
    }
}

/// Parses a log level.
///
/// # Errors
/// What is wrong with the value, and what is expected.
pub fn log_level(word: &str) -> Result<LogLevel, String> {
    match word {
        "error" => Ok(LogLevel::Error),
        "warn" => Ok(LogLevel::Warn),
        "info" => Ok(LogLevel::Info),
        other => Err(format!(
            "invalid value `{other}`; expected error, warn or info"
        )),
    }
}

/// Parses a public key of minisign; `None` if there is none.
pub fn public_key(value: &str) -> Result<Option<String>, String> {
    let key = value.trim();
    if key.is_empty() {
        return Ok(None);
    }
    minisign::public_key(key).map(|_| Some(key.to_owned()))
}
