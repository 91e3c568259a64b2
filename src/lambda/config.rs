//! Settings of a deployed function: the `WARDEN_...` environment variables.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;

use std::sync::Arc;

use super::source::SourceLocation;
use super::{decode, lint, verdict};
use crate::engine::coverage::Policies;
use crate::engine::{DeploymentScope, FailOn, UnknownPolicy, View};
use crate::error::Error;
use crate::policies;
use cfn_warden_fetch::S3Uri;
use cfn_warden_guard::Language;
use cfn_warden_lint::Settings;
use cfn_warden_syntax::control::Control;
use cfn_warden_syntax::finding::TemplateSuppressions;
use cfn_warden_template::Region;

/// The prefix of our environment variables.
const PREFIX: &str = "WARDEN_";

/// The settings without prefix, and their defaults.
const SETTINGS: &[(&str, &str)] = &[
    ("COVERAGE", ""),
    ("DEPLOYMENTS", "written"),
    ("DIALECT", "reference"),
    ("FAIL_ON", "error"),
    ("FETCH_SECONDS", "12"),
    ("HOOK_FINDINGS", "all"),
    ("HOOK_LINT", "on"),
    ("IGNORE_CHECKS", ""),
    ("INCLUDE_CHECKS", ""),
    ("INPUT_PARAMETERS", ""),
    ("LOG_LEVEL", "info"),
    ("MANDATORY_CHECKS", ""),
    ("METRICS", "off"),
    ("REGIONS", ""),
    ("REGISTRY_TYPES", "off"),
    ("REPORT_BUCKET", ""),
    ("PACKS", ""),
    ("RULES", ""),
    ("SEMANTICS", "3.2.1"),
    ("TEMPLATE_SUPPRESSIONS", ""),
    ("UNKNOWN", "warn"),
    ("VIEW", "expanded"),
    ("WAIVERS", ""),
];

/// The settings of a deployed function.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Config {
    /// `WARDEN_FETCH_SECONDS`: time limit of one fetch.
    pub fetch: FetchSeconds,
    /// `WARDEN_FAIL_ON`: default for the minimum severity that makes a run not compliant.
    pub fail_on: FailOn,
    /// `WARDEN_HOOK_FINDINGS`, `WARDEN_HOOK_LINT`: settings of Hooks.
    pub hook: HookSettings,
    /// `WARDEN_DIALECT`, `WARDEN_SEMANTICS`: default dialect and semantics of Guard rules.
    pub language: Language,
    /// `WARDEN_REGIONS`, `WARDEN_IGNORE_CHECKS`, `WARDEN_INCLUDE_CHECKS`, `WARDEN_MANDATORY_CHECKS`: comma-separated
    /// lists.
    pub lint: Settings,
    /// `WARDEN_LOG_LEVEL`: log level.
    pub log_level: LogLevel,
    /// `WARDEN_METRICS`: whether to log metrics for each invocation.
    pub metrics: bool,
    /// `WARDEN_REPORT_BUCKET`: where Hooks, and requests that give only a key, write their reports.
    pub report_bucket: Option<S3Uri>,
    /// `WARDEN_REGISTRY_TYPES`: whether to look up unknown resource types in the account's registry.
    pub registry_types: bool,
    /// `WARDEN_RULES`: Guard rules for Hooks and for requests without rules.
    pub rules: Rules,
    /// `WARDEN_COVERAGE`: coverage policies, as comma-separated `KIND=POLICY`.
    pub coverage: Policies,
    /// `WARDEN_TEMPLATE_SUPPRESSIONS`: whether templates may suppress rules. By default they may in direct requests,
    /// but not in Hooks.
    pub template_suppressions: Option<TemplateSuppressions>,
    /// `WARDEN_VIEW`: default view of templates for Guard.
    pub view: View,
    /// `WARDEN_DEPLOYMENTS`: the deployments of a template that rules are evaluated on; `None` for its text.
    pub deployments: Option<DeploymentScope>,
    /// `WARDEN_UNKNOWN`: how rules count whose verdict depends on unknown values.
    pub unknown: UnknownPolicy,
    /// `WARDEN_INPUT_PARAMETERS`: documents that are merged into each document for Guard, for requests without their
    /// own.
    pub input_parameters: Rules,
    /// `WARDEN_PACKS`: comma-separated names of bundled policies.
    pub packs: Vec<Arc<Control>>,
    /// `WARDEN_WAIVERS`: files of waivers, YAML or JSON.
    pub waivers: Rules,
    /// The function's identity.
    pub function: FunctionIdentity,
    /// The variables that are set, without prefix.
    pub variables: BTreeMap<String, String>,
    /// Invalid settings. While there are any, nothing is checked, and every response lists them.
    pub problems: Vec<Error>,
}

/// The function's identity from Lambda's own variables; empty outside of Lambda.
/// <https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html#configuration-envvars-runtime>
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FunctionIdentity {
    /// `AWS_LAMBDA_FUNCTION_NAME`
    pub name: String,
    /// `AWS_LAMBDA_FUNCTION_VERSION`
    pub version: String,
    /// `AWS_LAMBDA_FUNCTION_MEMORY_SIZE`
    pub memory_mb: Option<u32>,
}

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
        if let Rules::S3(uris) = self { uris } else { &[] }
    }

    fn read(setting: &str, value: &str) -> Result<Rules, String> {
        let value = value.trim();
        if value.is_empty() {
            return Ok(Rules::None);
        }
        if !value.starts_with("s3://") {
            return Ok(Rules::Folder(PathBuf::from(value)));
        }
        let place =
            |text: String| S3Uri::read(&text).map(|uri| SourceLocation { field: format!("{PREFIX}{setting}"), uri });
        lint::listed(value).into_iter().map(place).collect::<Result<_, _>>().map(Rules::S3)
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
        HookSettings { findings: HookFindings::default(), lint: true }
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

impl Config {
    /// Reads the settings from environment variables. Invalid ones are added to `problems`.
    #[expect(clippy::disallowed_methods, reason = "the function is configured by its environment")]
    pub fn from_env() -> Config {
        let text = |text: OsString| text.to_string_lossy().into_owned();
        Config::read(std::env::vars_os().map(|(name, value)| (text(name), text(value))))
    }

    /// Reads the settings from variables; those without our prefix are ignored.
    ///
    /// # Errors
    /// [`Error::Value`] for the first variable that is unknown or has an invalid value.
    pub fn from_vars(vars: impl IntoIterator<Item = (String, String)>) -> Result<Config, Error> {
        let mut config = Config::read(vars);
        if config.problems.is_empty() { Ok(config) } else { Err(config.problems.remove(0)) }
    }

    /// Reads the settings from variables. Invalid ones are added to `problems`, sorted by name.
    pub fn read(vars: impl IntoIterator<Item = (String, String)>) -> Config {
        let mut config = Config::default();
        // The environment has no order, and responses must be deterministic.
        let vars: BTreeMap<String, String> = vars.into_iter().collect();
        for (name, value) in vars {
            match name.as_str() {
                "AWS_LAMBDA_FUNCTION_NAME" => config.function.name = value,
                "AWS_LAMBDA_FUNCTION_VERSION" => config.function.version = value,
                "AWS_LAMBDA_FUNCTION_MEMORY_SIZE" => config.function.memory_mb = value.parse().ok(),
                _ => {
                    let Some(setting) = name.strip_prefix(PREFIX) else { continue };
                    match set(&mut config, setting, &value) {
                        Ok(()) => drop(config.variables.insert(setting.to_owned(), value)),
                        Err(reason) => config.problems.push(Error::Value { name, reason }),
                    }
                }
            }
        }
        config
    }

    /// Returns all settings in effect, without prefix: those that are set, and the defaults.
    pub fn effective(&self) -> BTreeMap<String, String> {
        let defaults = SETTINGS.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        defaults.chain(self.variables.clone()).collect()
    }
}

fn set(config: &mut Config, setting: &str, value: &str) -> Result<(), String> {
    match setting {
        "COVERAGE" => config.coverage.set_listed(value)?,
        "DIALECT" => config.language.dialect = decode::dialect(value)?,
        "FAIL_ON" => config.fail_on = verdict::fail_on(value)?,
        "FETCH_SECONDS" => config.fetch = fetch_seconds(value)?,
        "HOOK_FINDINGS" => config.hook.findings = hook_findings(value)?,
        "HOOK_LINT" => config.hook.lint = on_or_off(value)?,
        "LOG_LEVEL" => config.log_level = log_level(value)?,
        "METRICS" => config.metrics = on_or_off(value)?,
        "REPORT_BUCKET" => config.report_bucket = report_bucket(value)?,
        "REGISTRY_TYPES" => config.registry_types = on_or_off(value)?,
        "REGIONS" => config.lint.regions = Some(regions(value)?),
        "IGNORE_CHECKS" => config.lint.ignore_checks = Some(lint::listed(value)),
        "INCLUDE_CHECKS" => config.lint.include_checks = Some(lint::listed(value)),
        "MANDATORY_CHECKS" => config.lint.mandatory_checks = lint::listed(value),
        "INPUT_PARAMETERS" => config.input_parameters = files(setting, value)?,
        "PACKS" => config.packs = policies::select(lint::listed(value).iter().map(String::as_str))?,
        "RULES" => config.rules = Rules::read(setting, value)?,
        "SEMANTICS" => config.language.semantics = decode::semantics(value)?,
        "TEMPLATE_SUPPRESSIONS" if value.is_empty() => config.template_suppressions = None,
        "TEMPLATE_SUPPRESSIONS" => config.template_suppressions = Some(TemplateSuppressions::named(value)?),
        "VIEW" => config.view = verdict::view_named(value)?,
        "DEPLOYMENTS" => config.deployments = verdict::deployments_named(value)?,
        "WAIVERS" => config.waivers = files(setting, value)?,
        "UNKNOWN" => config.unknown = verdict::unknown_named(value)?,
        _ => return Err(unknown(setting)),
    }
    Ok(())
}

/// Parses the location of input parameters or waivers. Unlike rules, they cannot be at a prefix.
fn files(setting: &str, value: &str) -> Result<Rules, String> {
    let read = Rules::read(setting, value)?;
    match read.uris().iter().find(|place| place.uri.is_prefix()) {
        Some(prefix) => Err(format!("`{}` is a prefix; expected an object", prefix.uri)),
        None => Ok(read),
    }
}

fn unknown(setting: &str) -> String {
    let names: Vec<&str> = SETTINGS.iter().map(|(name, _)| *name).collect();
    let nearest = names.iter().max_by(|a, b| strsim::jaro(a, setting).total_cmp(&strsim::jaro(b, setting)));
    let nearest = nearest.map_or(String::new(), |name| format!("did you mean {PREFIX}{name}? "));
    format!("unknown setting; {nearest}expected one of {}", names.join(", "))
}

fn regions(value: &str) -> Result<Vec<String>, String> {
    let names = lint::listed(value);
    match lint::unknown_region(&names) {
        Some(name) => Err(Region::unknown(name)),
        None => Ok(names),
    }
}

/// Parses a bucket with an optional prefix, as `reports` or `reports/warden`, with or without `s3://`.
fn report_bucket(value: &str) -> Result<Option<S3Uri>, String> {
    let place = value.strip_prefix("s3://").unwrap_or(value);
    if place.is_empty() {
        return Ok(None);
    }
    let read = S3Uri::read(&format!("s3://{place}{}", if place.contains('/') { "" } else { "/" }));
    read.map(Some).map_err(|_| format!("invalid bucket `{value}`; expected BUCKET or BUCKET/PREFIX"))
}

fn fetch_seconds(value: &str) -> Result<FetchSeconds, String> {
    match value.parse() {
        Ok(seconds @ 1..=20) => Ok(FetchSeconds(seconds)),
        _ => Err(format!("invalid value `{value}`; expected a number of seconds from 1 to 20")),
    }
}

fn hook_findings(word: &str) -> Result<HookFindings, String> {
    match word {
        "all" => Ok(HookFindings::All),
        "changed" => Ok(HookFindings::Changed),
        other => Err(format!("invalid value `{other}`; expected all or changed")),
    }
}

fn on_or_off(word: &str) -> Result<bool, String> {
    match word {
        "on" => Ok(true),
        "off" => Ok(false),
        other => Err(format!("invalid value `{other}`; expected on or off")),
    }
}

fn log_level(word: &str) -> Result<LogLevel, String> {
    match word {
        "error" => Ok(LogLevel::Error),
        "warn" => Ok(LogLevel::Warn),
        "info" => Ok(LogLevel::Info),
        other => Err(format!("invalid value `{other}`; expected error, warn or info")),
    }
}

#[cfg(test)]
mod tests;
