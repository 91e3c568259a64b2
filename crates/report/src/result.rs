//! The result document: the function's response and the output of `check --format json`. Documented in
//! docs/contract.md.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::value::RawValue;

use super::baseline::{self, BaselineRecord};
use super::construct::{self, ConstructRecord};
use super::coverage::{self, CoverageRecord};
use super::deduplicate::{self, FindingGroup};
use super::location::{Location, PathStep, located, some, step, type_of_address};
use super::policy::{self, PolicyRecord};
use super::resolved::{self, ResolvedRecord};
use super::suppressions::{self, SuppressionRecord};
use super::waivers::{self, WaiverRecord};
pub use super::words::{severity_name, status_name};
use cfn_warden_engine::{self as engine, Document, Incomplete, IncompleteKind, RuleCounts, Run};
use cfn_warden_syntax::control::Control;
use cfn_warden_syntax::finding::{Finding, Related, Severity};
use cfn_warden_syntax::fix::Fix;

/// The JSON result of a run, as documented in docs/contract.md.
#[derive(Debug, Serialize)]
pub struct ResultDocument<'r> {
    /// The version of the format: it changes when findings are counted or identified in another way.
    pub format_version: u32,
    /// The version of cfn-warden.
    pub tool_version: &'static str,
    /// Whether the run is compliant.
    pub compliant: bool,
    /// The verdict: `PASS`, `FAIL` or `ERROR`.
    pub status: &'static str,
    /// Counts.
    pub summary: Summary,
    /// The findings that are reported.
    pub findings: Vec<FindingRecord<'r>>,
    /// cfn-guard's report of each document that rules were evaluated on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub guard: Vec<&'r RawValue>,
    /// The values that documents were resolved with, if requested.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub resolved: Vec<ResolvedRecord<'r>>,
    /// The documents that are plans of Terraform configurations.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub plans: Vec<PlanRecord<'r>>,
    /// Which rules applied, and what was not seen; absent if nothing was checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coverage: Option<CoverageRecord<'r>>,
    /// The suppressions in documents.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub suppressions: Vec<SuppressionRecord<'r>>,
    /// The waivers and the findings that they apply to.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub waivers: Vec<WaiverRecord<'r>>,
    /// The baseline, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub baseline: Option<BaselineRecord<'r>>,
    /// The policy bundle, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub policy: Option<PolicyRecord<'r>>,
    /// The incomplete checks.
    pub errors: Vec<ErrorRecord<'r>>,
}

/// The version of the result document. In version 1, which had no field for it, a control had one finding for each resource, and
/// findings had no part.
pub const FORMAT_VERSION: u32 = 2;

/// What a command line that cannot be parsed is called in the field of an error.
pub const COMMAND_LINE: &str = "command line";

/// The version of cfn-warden.
pub const TOOL_VERSION: &str = env!("CARGO_PKG_VERSION");

/// A plan of a Terraform configuration.
#[derive(Debug, Serialize)]
pub struct PlanRecord<'r> {
    file: Option<&'r str>,
    deferred: usize,
    limits: &'static str,
}

/// Counts.
#[derive(Debug, Default, Serialize)]
pub struct Summary {
    /// The number of checked documents.
    pub documents: usize,
    /// Errors, counted by group.
    pub errors: usize,
    /// Warnings, counted by group.
    pub warnings: usize,
    /// Informational findings, counted by group.
    pub informational: usize,
    /// Guard rules by verdict over all documents; absent if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<RuleSummary>,
    /// Incomplete checks.
    pub not_checked: usize,
    /// Waived findings.
    #[serde(skip_serializing_if = "is_zero")]
    pub waived: usize,
    /// Findings of rules with the severity `off`, by rule.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub turned_off: BTreeMap<String, usize>,
}

/// Guard rules by verdict.
#[derive(Debug, Serialize)]
pub struct RuleSummary {
    passed: usize,
    failed: usize,
    skipped: usize,
    #[serde(skip_serializing_if = "is_zero")]
    undecided: usize,
}

/// A finding.
#[derive(Debug, Serialize)]
pub struct FindingRecord<'r> {
    engine: &'static str,
    rule: &'r str,
    severity: &'static str,
    /// The severity that `check --severity` replaced.
    #[serde(skip_serializing_if = "Option::is_none")]
    original_severity: Option<&'static str>,
    /// `warn` if the policy does not enforce the rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    enforcement: Option<&'static str>,
    /// The day from which it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    enforced_from: Option<&'r str>,
    message: &'r str,
    /// The control of a pack that reports it.
    #[serde(skip_serializing_if = "Option::is_none")]
    control: Option<ControlRecord<'r>>,
    file: Option<&'r str>,
    path: Option<Vec<PathStep<'r>>>,
    /// The path inside the resource or section to what fails, with items of lists by their values.
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    resource: Option<ResourceRecord<'r>>,
    location: Location,
    #[serde(skip_serializing_if = "Option::is_none")]
    value_location: Option<Location>,
    #[serde(skip_serializing_if = "Option::is_none")]
    remediation: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<FixRecord<'r>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    documentation: Option<&'r str>,
    /// Other places that explain the finding.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related: Vec<RelatedRecord<'r>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    resolved: Vec<String>,
    /// The deployments that have the problem.
    #[serde(skip_serializing_if = "Option::is_none")]
    when: Option<&'r str>,
    /// Parameter values of one of them.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    witness: BTreeMap<&'r str, &'r str>,
    /// Whether the witness may not be enough to have the problem.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    witness_incomplete: bool,
    /// The values that are not known and on which the problem depends.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unknowns: Vec<&'r str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    causes: Vec<FindingRecord<'r>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    also: Vec<FindingRecord<'r>>,
    /// The number of further repetitions of the finding.
    #[serde(skip_serializing_if = "is_zero")]
    more: usize,
}

/// A control and the frameworks that require it.
#[derive(Debug, Serialize)]
struct ControlRecord<'r> {
    severity: &'static str,
    title: &'r str,
    frameworks: Vec<&'r str>,
    #[serde(skip_serializing_if = "str::is_empty")]
    owner: &'r str,
}

#[derive(Debug, Serialize)]
struct RelatedRecord<'r> {
    path: Vec<PathStep<'r>>,
    location: Location,
    text: &'r str,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// A change of the document that removes the finding.
#[derive(Debug, Serialize)]
struct FixRecord<'r> {
    description: &'r str,
    safety: &'static str,
    edits: Vec<EditRecord<'r>>,
}

/// The replacement of a part of the document.
#[derive(Debug, Serialize)]
struct EditRecord<'r> {
    location: Location,
    text: &'r str,
}

#[derive(Debug, Serialize)]
struct ResourceRecord<'r> {
    logical_id: &'r str,
    #[serde(rename = "type")]
    type_name: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    construct: Option<ConstructRecord<'r>>,
}

/// An incomplete check, or an invalid field of the request.
#[derive(Debug, Serialize)]
pub struct ErrorRecord<'r> {
    /// `document`, `rules`, `fetch`, `request`, `setting` or `internal`.
    pub kind: &'static str,
    /// What is wrong and what is expected.
    pub message: &'r str,
    /// A field of the request, or a location in an input.
    #[serde(rename = "where")]
    pub location: Option<ErrorLocation<'r>>,
}

/// The location of an error.
#[derive(Debug, Default, Serialize)]
pub struct ErrorLocation<'r> {
    /// A field of the request, as `rules[1]`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<&'r str>,
    /// The input's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<&'r str>,
    /// The 1-based line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The 1-based column.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
}

impl<'r> ResultDocument<'r> {
    /// Creates the result document of a run.
    pub fn of(run: &'r Run<'_>) -> ResultDocument<'r> {
        let groups = deduplicate::of(&run.findings);
        ResultDocument {
            format_version: FORMAT_VERSION,
            tool_version: TOOL_VERSION,
            compliant: run.status().is_pass(),
            status: status_name(run.status()),
            summary: Summary {
                documents: run.documents.len(),
                errors: deduplicate::count(&groups, Severity::Error),
                warnings: deduplicate::count(&groups, Severity::Warning),
                informational: deduplicate::count(&groups, Severity::Informational),
                rules: rule_summary(run.rules),
                not_checked: run
                    .incomplete
                    .len()
                    .saturating_add(run.coverage.must_be_seen().count()),
                waived: waivers::waived(run).len(),
                turned_off: run.turned_off.clone(),
            },
            findings: groups
                .iter()
                .map(|group| of_group(group, &run.documents))
                .collect(),
            guard: run
                .documents
                .iter()
                .filter_map(|document| document.guard.as_deref())
                .collect(),
            resolved: run.documents.iter().filter_map(resolved::record).collect(),
            plans: run.plans.iter().map(plan).collect(),
            coverage: (!run.ended_before_check()).then(|| coverage::record(&run.coverage)),
            suppressions: run.suppressions.iter().map(suppressions::record).collect(),
            waivers: waivers::records(run),
            baseline: baseline::record(run),
            policy: policy::record(run),
            errors: run.incomplete.iter().map(error).collect(),
        }
    }
}

fn plan<'r>(note: &engine::PlanNote<'r>) -> PlanRecord<'r> {
    let file = Some(note.name).filter(|name| !name.is_empty());
    PlanRecord {
        file,
        deferred: note.deferred,
        limits: engine::PLAN_LIMITS,
    }
}

fn rule_summary(counts: RuleCounts) -> Option<RuleSummary> {
    let RuleCounts {
        passed,
        failed,
        skipped,
        undecided,
    } = counts;
    (counts != RuleCounts::default()).then_some(RuleSummary {
        passed,
        failed,
        skipped,
        undecided,
    })
}

fn of_group<'r>(group: &FindingGroup<'r>, documents: &'r [Document<'_>]) -> FindingRecord<'r> {
    let also = group
        .also
        .iter()
        .map(|finding| record(finding, documents))
        .collect();
    FindingRecord {
        also,
        more: group.more,
        ..record(group.finding, documents)
    }
}

fn record<'r>(finding: &'r Finding, documents: &'r [Document<'_>]) -> FindingRecord<'r> {
    let note = finding.deployments.as_deref();
    FindingRecord {
        engine: finding.engine.name(),
        rule: &finding.rule.id,
        severity: severity_name(finding.severity),
        original_severity: finding.original_severity.map(severity_name),
        enforcement: finding.warn_mode.as_ref().map(|_| "warn"),
        enforced_from: finding
            .warn_mode
            .as_ref()
            .and_then(|mode| mode.enforced_from.as_deref()),
        message: &finding.message,
        control: finding.rule.control.as_deref().map(control),
        file: some(&finding.file),
        path: finding
            .path
            .as_ref()
            .map(|path| path.0.iter().map(step).collect()),
        part: finding.identity.as_deref().map(|one| one.part.as_str()),
        resource: resource(finding, documents),
        location: located(finding.span),
        value_location: finding
            .value_span
            .filter(|span| *span != finding.span)
            .map(located),
        remediation: finding.remediation.as_deref(),
        fix: finding.fix.as_deref().map(fix),
        documentation: some(finding.documentation()),
        related: finding.related.iter().map(related).collect(),
        resolved: resolved::of_finding(finding, documents),
        when: note
            .map(|note| note.when.as_str())
            .filter(|when| !when.is_empty()),
        witness: note
            .map(|note| {
                note.witness
                    .iter()
                    .map(|(name, value)| (name.as_str(), value.as_str()))
                    .collect()
            })
            .unwrap_or_default(),
        witness_incomplete: note.is_some_and(|note| note.is_partial),
        unknowns: note
            .map(|note| note.unknowns.iter().map(|name| name.as_str()).collect())
            .unwrap_or_default(),
        causes: finding
            .children
            .iter()
            .map(|child| record(child, documents))
            .collect(),
        also: Vec::new(),
        more: 0,
    }
}

fn control(control: &Control) -> ControlRecord<'_> {
    ControlRecord {
        severity: control.severity.name(),
        title: &control.title,
        frameworks: control.frameworks().collect(),
        owner: &control.owner,
    }
}

fn related(Related { path, span, text }: &Related) -> RelatedRecord<'_> {
    RelatedRecord {
        path: path.0.iter().map(step).collect(),
        location: located(*span),
        text,
    }
}

fn fix(fix: &Fix) -> FixRecord<'_> {
    let edits = fix.edits.iter().map(|edit| EditRecord {
        location: located(edit.span),
        text: &edit.text,
    });
    FixRecord {
        description: &fix.description,
        safety: fix.safety.name(),
        edits: edits.collect(),
    }
}

fn resource<'r>(finding: &'r Finding, documents: &'r [Document<'_>]) -> Option<ResourceRecord<'r>> {
    let logical_id = finding.resource()?;
    let document = documents
        .iter()
        .find(|document| document.name == finding.file);
    let found = document.and_then(|document| document.resource(logical_id));
    let type_name = found
        .and_then(|resource| resource.type_name.as_deref())
        .or_else(|| type_of_address(finding.address()?));
    let construct = found
        .and_then(|resource| resource.construct.as_ref())
        .map(construct::record);
    Some(ResourceRecord {
        logical_id,
        type_name,
        construct,
    })
}

/// Returns the record of an incomplete check.
pub fn error(issue: &Incomplete) -> ErrorRecord<'_> {
    ErrorRecord {
        kind: match issue.kind {
            IncompleteKind::Document | IncompleteKind::NothingToCheck => "document",
            IncompleteKind::Rules | IncompleteKind::Severity => "rules",
            IncompleteKind::Waiver => "waiver",
            IncompleteKind::Fetch => "fetch",
            IncompleteKind::Request => "request",
        },
        message: &issue.message,
        location: (!issue.file.is_empty() || issue.at.is_some()).then(|| ErrorLocation {
            field: some(&issue.file).filter(|_| is_field(issue)),
            file: some(&issue.file).filter(|_| !is_field(issue)),
            line: issue.at.map(|at| at.line),
            column: issue.at.map(|at| at.column),
        }),
    }
}

/// Returns whether an error is about a field of a request or an option of a command line, not about a file.
pub(crate) fn is_field(issue: &Incomplete) -> bool {
    match issue.kind {
        IncompleteKind::Fetch => true,
        IncompleteKind::Request => issue.file.starts_with("--") || issue.file == COMMAND_LINE,
        _ => false,
    }
}
