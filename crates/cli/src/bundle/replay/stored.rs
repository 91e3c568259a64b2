//! Stored reports of the function: what a replay reads of them.

use std::collections::BTreeMap;

use cfn_warden_engine::FailOn;
use cfn_warden_syntax::finding::{
    Aspect, Certainty, Engine, Finding, Identity, RuleRef, Severity, Subject,
};
use cfn_warden_syntax::{Path, Span, Step, Text};
use serde::Deserialize;

/// A report, as docs/contract.md describes it.
#[derive(Debug, Deserialize)]
pub struct StoredReport {
    /// The version of the format.
    pub format_version: u32,
    /// The verdict: `PASS`, `FAIL` or `ERROR`.
    pub status: String,
    /// The findings.
    pub findings: Vec<StoredFinding>,
    /// The waivers with the findings that they apply to.
    #[serde(default)]
    pub waivers: Vec<StoredWaiver>,
    /// The operation, if a Hook wrote the report.
    pub hook: Option<StoredHook>,
    /// The settings and the time.
    pub provenance: Option<StoredProvenance>,
    /// The bundle that decided.
    pub policy: Option<StoredPolicy>,
    summary: Summary,
}

/// A finding. Fields that a replay does not need are not read.
#[derive(Debug, Deserialize)]
pub struct StoredFinding {
    engine: String,
    rule: String,
    severity: String,
    original_severity: Option<String>,
    file: Option<String>,
    path: Option<Vec<StoredStep>>,
    part: Option<String>,
    resource: Option<StoredResource>,
    #[serde(default)]
    also: Vec<StoredFinding>,
}

/// A step of a path.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
enum StoredStep {
    Key(String),
    Index(u32),
}

#[derive(Debug, Deserialize)]
struct StoredResource {
    logical_id: String,
}

/// A waiver and the finding that it applies to.
#[derive(Debug, Deserialize)]
pub struct StoredWaiver {
    status: String,
    source: StoredSource,
    rule: String,
    engine: Option<String>,
    severity: Option<String>,
    file: Option<String>,
    path: Option<Vec<StoredStep>>,
}

#[derive(Debug, Deserialize)]
struct StoredSource {
    kind: String,
}

/// The operation.
#[derive(Debug, Default, Deserialize)]
pub struct StoredHook {
    /// The account.
    pub account_id: String,
    /// The ARN of the stack; empty for Cloud Control API.
    pub stack_id: String,
    /// `STACK`, `CHANGE_SET` or a resource type.
    pub target: String,
    /// As `CREATE_PRE_PROVISION`.
    pub invocation_point: String,
}

/// What a report says about the function.
#[derive(Debug, Deserialize)]
pub struct StoredProvenance {
    /// RFC 3339, UTC.
    pub time: String,
    settings: BTreeMap<String, String>,
}

/// The policy of a report.
#[derive(Debug, Deserialize)]
pub struct StoredPolicy {
    /// The bundle; absent if none could be read.
    pub bundle: Option<StoredBundle>,
}

/// A bundle by name and version.
#[derive(Debug, Deserialize)]
pub struct StoredBundle {
    /// The name.
    pub name: String,
    /// The version.
    pub version: String,
}

#[derive(Debug, Deserialize)]
struct Summary {
    #[serde(default)]
    turned_off: BTreeMap<String, usize>,
}

impl StoredReport {
    /// Returns the findings before the bundle's enforcement and waivers.
    pub fn all_findings(&self) -> Vec<Finding> {
        let reported = self.findings.iter().flat_map(StoredFinding::findings);
        let waived = self.waivers.iter().filter_map(StoredWaiver::finding);
        reported.chain(waived).collect()
    }

    /// Returns which findings count, by the settings of the function.
    pub fn fail_on(&self) -> FailOn {
        self.provenance
            .as_ref()
            .and_then(|provenance| provenance.settings.get("FAIL_ON"))
            .and_then(|name| name.parse().ok())
            .unwrap_or_default()
    }

    /// Returns the rules that were off and had findings, which a report only counts.
    pub fn turned_off(&self) -> impl Iterator<Item = &str> {
        self.summary.turned_off.keys().map(String::as_str)
    }

    /// Returns the day of the report: `2027-01-31`.
    pub fn day(&self) -> Option<&str> {
        self.provenance
            .as_ref()
            .and_then(|provenance| provenance.time.get(..10))
    }
}

impl StoredFinding {
    fn findings(&self) -> Vec<Finding> {
        let severity = self.original_severity.as_deref().unwrap_or(&self.severity);
        let mut own = finding(
            &self.engine,
            &self.rule,
            severity,
            self.file.as_deref(),
            self.path.as_deref(),
        );
        if let Some(part) = &self.part {
            let section = |path: &Path| path.0.first().map(ToString::to_string);
            let subject = match (&self.resource, own.path.as_ref().and_then(section)) {
                (Some(resource), _) => Subject::Resource(resource.logical_id.clone()),
                (None, Some(section)) => Subject::Section(section),
                (None, None) => Subject::Document,
            };
            own.identity = Some(Box::new(Identity {
                subject,
                part: Text::known(part.clone()),
            }));
        }
        let also = self.also.iter().flat_map(StoredFinding::findings);
        std::iter::once(own).chain(also).collect()
    }
}

impl StoredWaiver {
    /// Returns the finding that a waiver of the bundle applies to. Other waivers, as those of the settings, stay in force.
    fn finding(&self) -> Option<Finding> {
        let is_of_bundle = self.status == "applied" && self.source.kind == "policy";
        let (engine, severity) = (self.engine.as_ref()?, self.severity.as_ref()?);
        is_of_bundle.then(|| {
            finding(
                engine,
                &self.rule,
                severity,
                self.file.as_deref(),
                self.path.as_deref(),
            )
        })
    }
}

fn finding(
    engine: &str,
    rule: &str,
    severity: &str,
    file: Option<&str>,
    path: Option<&[StoredStep]>,
) -> Finding {
    let step = |step: &StoredStep| match step {
        StoredStep::Key(key) => Step::Key(key.clone()),
        StoredStep::Index(index) => Step::Index(*index),
    };
    Finding {
        engine: match engine {
            "lint" => Engine::Lint,
            "terraform" => Engine::Terraform,
            _ => Engine::Guard,
        },
        rule: RuleRef {
            id: rule.to_owned().into(),
            title: "".into(),
            description: "".into(),
            source: "".into(),
            control: None,
        },
        severity: match severity {
            "informational" => Severity::Informational,
            "warning" => Severity::Warning,
            _ => Severity::Error,
        },
        original_severity: None,
        warn_mode: None,
        message: Text::default(),
        file: file.unwrap_or_default().to_owned(),
        path: path.map(|steps| Path(steps.iter().map(step).collect())),
        span: Span::START,
        value_span: None,
        remediation: None,
        fix: None,
        children: Vec::new(),
        related: Vec::new(),
        documentation: None,
        aspect: Aspect::Value,
        certainty: Certainty::Certain,
        deployments: None,
        extent: None,
        identity: None,
        fingerprint: None,
    }
}
