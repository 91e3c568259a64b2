//! How the function was deployed: the variables `WARDEN_...`, read once at start.

use std::ffi::OsString;
use std::path::PathBuf;

use super::s3_uri::S3Uri;
use super::source::Place;
use super::{lint, request, verdict};
use crate::engine::coverage::Policies;
use crate::engine::{FailOn, View};
use crate::error::Error;
use crate::guard::Language;
use crate::lint::Settings;

/// What all variables of ours begin with.
const PREFIX: &str = "WARDEN_";

/// What follows it.
const SETTINGS: &[&str] = &[
    "COVERAGE",
    "DIALECT",
    "FAIL_ON",
    "FETCH_SECONDS",
    "HOOK_FINDINGS",
    "HOOK_LINT",
    "IGNORE_CHECKS",
    "INCLUDE_CHECKS",
    "LOG_LEVEL",
    "MANDATORY_CHECKS",
    "METRICS",
    "REGIONS",
    "REGISTRY_TYPES",
    "REPORT_BUCKET",
    "RULES",
    "SEMANTICS",
    "VIEW",
];

/// The settings of a deployed function.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Config {
    /// `WARDEN_FETCH_SECONDS`: the most that getting one thing may take.
    pub fetch: FetchSeconds,
    /// `WARDEN_FAIL_ON`: what makes a run not compliant where the request does not say.
    pub fail_on: FailOn,
    /// `WARDEN_HOOK_FINDINGS`, `WARDEN_HOOK_LINT`: how Hooks are answered.
    pub hook: HookSettings,
    /// `WARDEN_DIALECT`, `WARDEN_SEMANTICS`: how Guard rules are read and judged where the request does not say.
    pub language: Language,
    /// `WARDEN_REGIONS`, `WARDEN_IGNORE_CHECKS`, `WARDEN_INCLUDE_CHECKS`, `WARDEN_MANDATORY_CHECKS`: lists with commas.
    pub lint: Settings,
    /// `WARDEN_LOG_LEVEL`: how much is logged.
    pub log_level: LogLevel,
    /// `WARDEN_METRICS`: whether the log has a line of metrics for each invocation.
    pub metrics: bool,
    /// `WARDEN_REPORT_BUCKET`: where Hooks write their reports, and requests that name a key only.
    pub report_bucket: Option<S3Uri>,
    /// `WARDEN_REGISTRY_TYPES`: whether types that are unknown here are looked up in the account's registry.
    pub registry_types: bool,
    /// `WARDEN_RULES`: the Guard rules for Hooks and for requests without any.
    pub rules: Rules,
    /// `WARDEN_COVERAGE`: what parts that were not seen mean for the verdict, as `KIND=POLICY` with commas.
    pub coverage: Policies,
    /// `WARDEN_VIEW`: what Guard sees of templates where the request does not say.
    pub view: View,
}

/// Where the rules are that a function was deployed with.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Rules {
    /// There are none.
    #[default]
    None,
    /// In a folder.
    Folder(PathBuf),
    /// In S3: objects, prefixes and zip files.
    S3(Vec<Place<S3Uri>>),
}

impl Rules {
    /// Where they are in S3.
    pub fn uris(&self) -> &[Place<S3Uri>] {
        if let Rules::S3(uris) = self { uris } else { &[] }
    }

    fn read(value: &str) -> Result<Rules, String> {
        if value.is_empty() {
            return Ok(Rules::None);
        }
        if !value.starts_with("s3://") {
            return Ok(Rules::Folder(PathBuf::from(value)));
        }
        let place = |text: String| S3Uri::read(&text).map(|uri| Place { field: "WARDEN_RULES".to_owned(), uri });
        lint::listed(value).into_iter().map(place).collect::<Result<_, _>>().map(Rules::S3)
    }
}

/// The most that getting one thing may take: what CloudFormation's 30 s for a Hook leave, and a shorter one where several
/// things are to be got.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FetchSeconds(pub u64);

impl Default for FetchSeconds {
    fn default() -> Self {
        FetchSeconds(12)
    }
}

/// How Hooks are answered.
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

/// Which findings count in a Hook's invocation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum HookFindings {
    /// All.
    #[default]
    All,
    /// Those in what the operation changes: what is deployed already does not keep a stack from being mended.
    Changed,
}

/// How much is logged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LogLevel {
    /// What is wrong with the function itself.
    Error,
    /// Requests that could not be answered with a run.
    Warn,
    /// One line an invocation: counts, never contents.
    #[default]
    Info,
}

impl Config {
    /// The settings in this process's environment.
    ///
    /// # Errors
    /// Those of [`Config::from_vars`].
    #[expect(clippy::disallowed_methods, reason = "the function is configured by its environment")]
    pub fn from_env() -> Result<Config, Error> {
        let text = |text: OsString| text.to_string_lossy().into_owned();
        Config::from_vars(std::env::vars_os().map(|(name, value)| (text(name), text(value))))
    }

    /// The settings in the variables of an environment; those of others are passed over.
    ///
    /// # Errors
    /// [`Error::Value`] with the variable that is unknown or has a value that cannot be used.
    pub fn from_vars(vars: impl IntoIterator<Item = (String, String)>) -> Result<Config, Error> {
        let mut config = Config::default();
        for (name, value) in vars {
            let Some(setting) = name.strip_prefix(PREFIX) else { continue };
            set(&mut config, setting, &value).map_err(|reason| Error::Value { name, reason })?;
        }
        Ok(config)
    }
}

fn set(config: &mut Config, setting: &str, value: &str) -> Result<(), String> {
    match setting {
        "COVERAGE" => config.coverage.set_listed(value)?,
        "DIALECT" => config.language.dialect = request::dialect(value)?,
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
        "RULES" => config.rules = Rules::read(value)?,
        "SEMANTICS" => config.language.semantics = request::semantics(value)?,
        "VIEW" => config.view = verdict::view_named(value)?,
        _ => return Err(format!("there is no such setting; there are: {}", SETTINGS.join(", "))),
    }
    Ok(())
}

fn regions(value: &str) -> Result<Vec<String>, String> {
    let names = lint::listed(value);
    match lint::unknown_region(&names) {
        Some(name) => Err(format!("there is no region `{name}`")),
        None => Ok(names),
    }
}

/// A bucket, or one with a prefix: `reports`, `reports/warden`, with or without `s3://`.
fn report_bucket(value: &str) -> Result<Option<S3Uri>, String> {
    let place = value.strip_prefix("s3://").unwrap_or(value);
    if place.is_empty() {
        return Ok(None);
    }
    let read = S3Uri::read(&format!("s3://{place}{}", if place.contains('/') { "" } else { "/" }));
    read.map(Some).map_err(|_| format!("`{value}` is no bucket: expected BUCKET or BUCKET/PREFIX"))
}

fn fetch_seconds(value: &str) -> Result<FetchSeconds, String> {
    match value.parse() {
        Ok(seconds @ 1..=20) => Ok(FetchSeconds(seconds)),
        _ => Err(format!("`{value}` is no number of seconds from 1 to 20")),
    }
}

fn hook_findings(word: &str) -> Result<HookFindings, String> {
    match word {
        "all" => Ok(HookFindings::All),
        "changed" => Ok(HookFindings::Changed),
        other => Err(format!("`{other}` is none of all, changed")),
    }
}

fn on_or_off(word: &str) -> Result<bool, String> {
    match word {
        "on" => Ok(true),
        "off" => Ok(false),
        other => Err(format!("`{other}` is none of on, off")),
    }
}

fn log_level(word: &str) -> Result<LogLevel, String> {
    match word {
        "error" => Ok(LogLevel::Error),
        "warn" => Ok(LogLevel::Warn),
        "info" => Ok(LogLevel::Info),
        other => Err(format!("`{other}` is none of error, warn, info")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(name: &str, value: &str) -> Result<Config, String> {
        let others = ("PATH".to_owned(), "/bin".to_owned());
        Config::from_vars([others, (name.to_owned(), value.to_owned())]).map_err(|error| error.to_string())
    }

    #[test]
    fn a_wrong_value_is_told_with_its_variable() {
        assert_eq!(config("WARDEN_FAIL_ON", "warning").map(|c| c.fail_on), Ok(FailOn::Warning));
        assert_eq!(
            config("WARDEN_FAIL_ON", "maybe"),
            Err("WARDEN_FAIL_ON: invalid value `maybe`; expected error, warning or never".to_owned())
        );
    }

    #[test]
    fn hooks_have_settings_of_their_own() {
        assert_eq!(config("WARDEN_HOOK_FINDINGS", "changed").map(|c| c.hook.findings), Ok(HookFindings::Changed));
        assert_eq!(config("WARDEN_HOOK_LINT", "off").map(|c| c.hook.lint), Ok(false));
        assert_eq!(config("WARDEN_HOOK_LINT", "no"), Err("WARDEN_HOOK_LINT: `no` is none of on, off".to_owned()));
    }

    #[test]
    fn guard_is_deployed_in_a_version() {
        let semantics = |value| config("WARDEN_SEMANTICS", value).map(|c| c.language.semantics);
        assert_eq!(semantics("3.2.0"), Ok(crate::guard::Version::named("3.2.0").unwrap().into()));
        assert_ne!(semantics("3.2.0"), Ok(Config::default().language.semantics));
        assert_eq!(semantics("3"), Err("WARDEN_SEMANTICS: `3` is none of 3.2.0, 3.2.1, next".to_owned()));
        assert_eq!(
            config("WARDEN_DIALECT", "extended").map(|c| c.language.dialect),
            Ok(crate::guard::Dialect::Extended)
        );
    }

    #[test]
    fn rules_are_in_a_folder_or_in_s3() {
        let rules = |value| config("WARDEN_RULES", value).map(|c| c.rules);
        assert_eq!(rules(""), Ok(Rules::None));
        assert_eq!(rules("rules"), Ok(Rules::Folder(PathBuf::from("rules"))));
        let uris = rules("s3://policies/team/, s3://policies/all.zip").unwrap();
        let uris: Vec<String> = uris.uris().iter().map(|place| place.uri.to_string()).collect();
        assert_eq!(uris, ["s3://policies/team/", "s3://policies/all.zip"]);
        let wrong = rules("s3://policies/team/,rules").unwrap_err();
        assert_eq!(wrong, "WARDEN_RULES: `rules` is no S3 URI: expected s3://BUCKET/KEY");
    }

    #[test]
    fn getting_things_has_a_limit_that_is_a_number() {
        assert_eq!(config("WARDEN_FETCH_SECONDS", "3").map(|c| c.fetch), Ok(FetchSeconds(3)));
        for wrong in ["0", "21", "x", ""] {
            let error = config("WARDEN_FETCH_SECONDS", wrong).unwrap_err();
            assert!(error.starts_with("WARDEN_FETCH_SECONDS: ") && error.contains("from 1 to 20"), "{error}");
        }
    }

    #[test]
    fn reports_go_to_a_bucket_or_below_a_prefix_of_it() {
        let bucket = |value| config("WARDEN_REPORT_BUCKET", value).map(|c| c.report_bucket.map(|at| at.to_string()));
        assert_eq!(bucket(""), Ok(None));
        assert_eq!(bucket("reports"), Ok(Some("s3://reports/".to_owned())));
        assert_eq!(bucket("s3://reports/warden"), Ok(Some("s3://reports/warden".to_owned())));
        let wrong = "WARDEN_REPORT_BUCKET: `a b` is no bucket: expected BUCKET or BUCKET/PREFIX";
        assert_eq!(bucket("a b"), Err(wrong.to_owned()));
    }

    #[test]
    fn an_unknown_variable_of_ours_is_told() {
        assert!(config("WARDEN_FAILON", "error").is_err_and(|error| error.starts_with("WARDEN_FAILON: there is no")));
        assert_eq!(config("OTHER", "x"), Ok(Config::default()));
    }
}
