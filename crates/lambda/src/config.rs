//! Settings of a deployed function: the `WARDEN_...` environment variables.

mod values;

use std::collections::BTreeMap;
use std::ffi::OsString;

pub use self::values::{Clock, FetchSeconds, HookFindings, HookSettings, LogLevel, Metrics, Rules};
use self::values::{
    PREFIX, bundle, clock, fetch_seconds, file, files, hook_findings, log_level, metrics,
    non_empty, on_or_off, public_key, regions, report_bucket, version,
};
use super::{decode, lint, verdict};
use cfn_warden_engine::coverage::Policies;
use cfn_warden_engine::error::Error;
use cfn_warden_engine::{DeploymentScope, FailOn, UnknownPolicy, View};
use cfn_warden_fetch::S3Uri;
use cfn_warden_guard::Language;
use cfn_warden_lint::Settings;
use cfn_warden_policies::{self as policies, Policy};
use cfn_warden_syntax::finding::TemplateSuppressions;

/// The prefixes of the environment variables that are read.
const READ: [&str; 2] = [PREFIX, "AWS_LAMBDA_FUNCTION_"];

/// The settings without prefix, and their defaults.
const SETTINGS: &[(&str, &str)] = &[
    ("BUNDLE", ""),
    ("BUNDLE_MIN_VERSION", ""),
    ("BUNDLE_NAME", ""),
    ("BUNDLE_PUBLIC_KEY", ""),
    ("CLOCK", "system"),
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
    ("KNOWLEDGE", ""),
    ("KNOWLEDGE_PUBLIC_KEY", ""),
    ("LOG_LEVEL", "info"),
    ("MANDATORY_CHECKS", ""),
    ("METRICS", "off"),
    ("REGIONS", ""),
    ("REGISTRY_TYPES", "off"),
    ("REPORT_BUCKET", ""),
    ("PACKS", ""),
    ("RULES", ""),
    ("SCHEMAS", ""),
    ("SEMANTICS", "3.2.1"),
    ("SHADOW_BUNDLE", ""),
    ("TEMPLATE_SUPPRESSIONS", ""),
    ("UNKNOWN", ""),
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
    pub metrics: Metrics,
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
    /// `WARDEN_UNKNOWN`: how rules count whose verdict depends on unknown values; `None` for the defaults.
    pub unknown: Option<UnknownPolicy>,
    /// `WARDEN_INPUT_PARAMETERS`: documents that are merged into each document for Guard, for requests without their
    /// own.
    pub input_parameters: Rules,
    /// `WARDEN_PACKS`: comma-separated names of bundled policies.
    pub packs: Policy,
    /// `WARDEN_BUNDLE`: the policy bundle, or a pointer to it.
    pub bundle: Option<S3Uri>,
    /// `WARDEN_BUNDLE_NAME`: the name that bundles must have.
    pub bundle_name: Option<String>,
    /// `WARDEN_BUNDLE_MIN_VERSION`: the least version that bundles must have.
    pub bundle_min_version: Option<String>,
    /// `WARDEN_BUNDLE_PUBLIC_KEY`: the public key of minisign that bundles must be signed with.
    pub bundle_public_key: Option<String>,
    /// `WARDEN_SHADOW_BUNDLE`: a candidate for the bundle, or a pointer to it, which is evaluated but does not decide.
    pub shadow_bundle: Option<S3Uri>,
    /// `WARDEN_KNOWLEDGE`: the knowledge file, in a folder or in S3; the bundled schemas without it.
    pub knowledge: Rules,
    /// `WARDEN_KNOWLEDGE_PUBLIC_KEY`: the public key of minisign that the knowledge file must be signed with.
    pub knowledge_public_key: Option<String>,
    /// `WARDEN_SCHEMAS`: additional schemas.
    pub schemas: Rules,
    /// `WARDEN_CLOCK`: the clock.
    pub clock: Clock,
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

impl Config {
    /// Reads the settings from environment variables. Invalid ones are added to `problems`.
    #[expect(
        clippy::disallowed_methods,
        reason = "the function is configured by its environment"
    )]
    pub fn from_env() -> Config {
        let text = |text: OsString| text.to_string_lossy().into_owned();
        let is_read = |name: &OsString| {
            READ.iter()
                .any(|prefix| name.as_encoded_bytes().starts_with(prefix.as_bytes()))
        };
        let vars = std::env::vars_os().filter(|(name, _)| is_read(name));
        Config::read(vars.map(|(name, value)| (text(name), text(value))))
    }

    /// Reads the settings from variables; those without our prefix are ignored.
    ///
    /// # Errors
    /// [`Error::Value`] for the first variable that is unknown or has an invalid value.
    pub fn from_vars(vars: impl IntoIterator<Item = (String, String)>) -> Result<Config, Error> {
        let mut config = Config::read(vars);
        if config.problems.is_empty() {
            Ok(config)
        } else {
            Err(config.problems.remove(0))
        }
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
                    let Some(setting) = name.strip_prefix(PREFIX) else {
                        continue;
                    };
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
        let defaults = SETTINGS
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        defaults.chain(self.variables.clone()).collect()
    }
}

impl Config {
    /// Returns the setting that an object in S3 belongs to: rules, bundles, waivers and schemas are not documents, which whoever invokes
    /// the function may name. A bundle's pointer names archives and pointers in its folder.
    pub fn setting_of_object(&self, at: &S3Uri) -> Option<&'static str> {
        let has = |setting: &Rules| setting.uris().iter().any(|own| contains(&own.uri, at));
        let settings = [
            ("WARDEN_RULES", &self.rules),
            ("WARDEN_INPUT_PARAMETERS", &self.input_parameters),
            ("WARDEN_WAIVERS", &self.waivers),
            ("WARDEN_KNOWLEDGE", &self.knowledge),
            ("WARDEN_SCHEMAS", &self.schemas),
        ];
        let bundles = [
            ("WARDEN_BUNDLE", &self.bundle),
            ("WARDEN_SHADOW_BUNDLE", &self.shadow_bundle),
        ];
        let is_of_bundle = |own: &S3Uri| {
            let is_near = own.bucket == at.bucket && folder_of(own) == folder_of(at);
            contains(own, at)
                || (is_near && (at.key.ends_with(".zip") || at.key.ends_with(".toml")))
        };
        settings
            .into_iter()
            .find(|(_, setting)| has(setting))
            .map(|(name, _)| name)
            .or_else(|| {
                bundles
                    .into_iter()
                    .find(|(_, own)| own.as_ref().is_some_and(is_of_bundle))
                    .map(|(name, _)| name)
            })
    }
}

/// Returns whether a URI is that of an object, or of one below a prefix.
fn contains(own: &S3Uri, at: &S3Uri) -> bool {
    let is_prefix = own.key.is_empty() || own.key.ends_with('/');
    own.bucket == at.bucket && (own.key == at.key || (is_prefix && at.key.starts_with(&own.key)))
}

fn folder_of(at: &S3Uri) -> &str {
    at.key.rsplit_once('/').map_or("", |(folder, _)| folder)
}

fn set(config: &mut Config, setting: &str, value: &str) -> Result<(), String> {
    match setting {
        "BUNDLE" => config.bundle = bundle(value)?,
        "BUNDLE_MIN_VERSION" => config.bundle_min_version = version(value)?,
        "BUNDLE_NAME" => config.bundle_name = non_empty(value),
        "BUNDLE_PUBLIC_KEY" => config.bundle_public_key = public_key(value)?,
        "KNOWLEDGE" => config.knowledge = file(setting, value)?,
        "KNOWLEDGE_PUBLIC_KEY" => config.knowledge_public_key = public_key(value)?,
        "SCHEMAS" => config.schemas = files(setting, value)?,
        "SHADOW_BUNDLE" => config.shadow_bundle = bundle(value)?,
        "CLOCK" => config.clock = clock(value)?,
        "COVERAGE" => config.coverage.set_listed(value)?,
        "DIALECT" => config.language.dialect = decode::dialect(value)?,
        "FAIL_ON" => config.fail_on = verdict::fail_on(value)?,
        "FETCH_SECONDS" => config.fetch = fetch_seconds(value)?,
        "HOOK_FINDINGS" => config.hook.findings = hook_findings(value)?,
        "HOOK_LINT" => config.hook.lint = on_or_off(value)?,
        "LOG_LEVEL" => config.log_level = log_level(value)?,
        "METRICS" => config.metrics = metrics(value)?,
        "REPORT_BUCKET" => config.report_bucket = report_bucket(value)?,
        "REGISTRY_TYPES" => config.registry_types = on_or_off(value)?,
        "REGIONS" => config.lint.regions = Some(regions(value)?),
        "IGNORE_CHECKS" => config.lint.ignore_checks = Some(lint::rules(lint::listed(value))?),
        "INCLUDE_CHECKS" => config.lint.include_checks = Some(lint::rules(lint::listed(value))?),
        "MANDATORY_CHECKS" => config.lint.mandatory_checks = lint::rules(lint::listed(value))?,
        "INPUT_PARAMETERS" => config.input_parameters = files(setting, value)?,
        "PACKS" => {
            config.packs = policies::select(lint::listed(value).iter().map(String::as_str))?.into()
        }
        "RULES" => config.rules = Rules::read(setting, value)?,
        "SEMANTICS" => config.language.semantics = decode::semantics(value)?,
        "TEMPLATE_SUPPRESSIONS" if value.is_empty() => config.template_suppressions = None,
        "TEMPLATE_SUPPRESSIONS" => {
            config.template_suppressions = Some(TemplateSuppressions::named(value)?)
        }
        "VIEW" => config.view = verdict::view_named(value)?,
        "DEPLOYMENTS" => config.deployments = verdict::deployments_named(value)?,
        "WAIVERS" => config.waivers = files(setting, value)?,
        "UNKNOWN" if value.is_empty() => config.unknown = None,
        "UNKNOWN" => config.unknown = Some(verdict::unknown_named(value)?),
        _ => return Err(unknown(setting)),
    }
    Ok(())
}

fn unknown(setting: &str) -> String {
    let names: Vec<&str> = SETTINGS.iter().map(|(name, _)| *name).collect();
    let nearest = names
        .iter()
        .max_by(|a, b| strsim::jaro(a, setting).total_cmp(&strsim::jaro(b, setting)));
    let nearest = nearest.map_or(String::new(), |name| {
        format!("did you mean {PREFIX}{name}? ")
    });
    format!(
        "unknown setting; {nearest}expected one of {}",
        names.join(", ")
    )
}

#[cfg(test)]
mod tests;
