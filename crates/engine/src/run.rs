//! Results of a run.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::value::RawValue;

use super::baseline::{Acceptance, BaselineUse};
use super::construct::Construct;
use super::coverage::{Coverage, Kind, NotSeen, Policies, RuleCounts};
use super::fail_on::FailOn;
use super::policy_use::PolicyUse;
use super::waivers::{InPlace, Waiver, WaiverState, WaiverUse};
use cfn_warden_guard::EvalError;
use cfn_warden_lint as lint;
use cfn_warden_secrets::Secrets;
use cfn_warden_syntax::finding::{Finding, Severity, Suppression};
use cfn_warden_syntax::{Known, Operand, Position, SyntaxError, Text, text};
use cfn_warden_template::resolve::Resolution;

/// The results of checking a request.
#[derive(Debug, Default)]
pub struct Run<'r> {
    /// The documents in request order.
    pub documents: Vec<Document<'r>>,
    /// Files with findings that are not documents: those of Terraform configurations.
    pub sources: Vec<Document<'r>>,
    /// The documents that are plans of Terraform configurations.
    pub plans: Vec<PlanNote<'r>>,
    /// The findings, by file in request order, then by line and rule.
    pub findings: Vec<Finding>,
    /// Incomplete checks. If there are any, the run is not compliant.
    pub incomplete: Vec<Incomplete>,
    /// What was not checked and is accepted by a baseline.
    pub accepted: Vec<Accepted>,
    /// The minimum severity that makes the run not compliant.
    pub fail_on: FailOn,
    /// The verdict counts of Guard rules over all documents.
    pub rules: RuleCounts,
    /// The suppressions in documents and what they removed.
    pub suppressions: Vec<Suppression>,
    /// The waivers in documents.
    pub waivers_in_place: InPlace,
    /// The number of findings by rule that severities and enforcement removed.
    pub turned_off: BTreeMap<String, usize>,
    /// The waivers and what they did.
    pub waivers: Vec<WaiverUse>,
    /// The baseline and what it did, if there is one.
    pub baseline: Option<BaselineUse>,
    /// The policy bundle that decided, if there is one.
    pub policy: Option<PolicyUse>,
    /// Which rules applied, and what was not seen.
    pub coverage: Coverage,
    /// cfn-guard-lambda's records, by document and rules text.
    pub records: Vec<Box<RawValue>>,
    /// Whether records are short because full ones would exceed the limit.
    pub records_shortened: bool,
    /// Where the documents come from, for reports.
    pub origin: Origin,
    /// The number of rules in the documents, if these are rules files.
    pub rules_in_documents: Option<usize>,
    /// The maximum number of findings that formats for people show.
    pub max_findings: Option<usize>,
    /// Whether formats for people show informational findings.
    pub notes: Notes,
    /// How much the format `pretty` shows.
    pub detail: Detail,
}

/// How much the format `pretty` shows.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// Findings and what was not seen, then the verdict with counts.
    #[default]
    All,
    /// The verdict with counts.
    Verdict,
}

/// An input or a part that was not checked, which is accepted.
#[derive(Debug, Clone)]
pub struct Accepted {
    /// What was not checked.
    pub issue: Incomplete,
    /// Why that is accepted.
    pub acceptance: Acceptance,
}

/// Whether formats for people show informational findings. Formats for programs have all.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub enum Notes {
    /// They are shown, after all others.
    #[default]
    Shown,
    /// They are counted.
    Counted,
}

/// Where the documents of a run come from and when they were checked, as far as the caller knows.
#[derive(Debug, Default, Clone)]
pub struct Origin {
    /// The name of the repository or folder.
    pub project: Option<String>,
    /// The commit that was checked.
    pub commit: Option<String>,
    /// The date and time of the check.
    pub date: Option<String>,
    /// The time that the check took.
    pub duration: Option<Duration>,
    /// The time of the check in seconds since the Unix epoch.
    pub time: Option<i64>,
    /// The ID of the account that the documents are for.
    pub account: Option<String>,
    /// The name of the region that they are for.
    pub region: Option<String>,
}

/// A document that is a plan of a Terraform configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlanNote<'r> {
    /// The document's name.
    pub name: &'r str,
    /// The number of resources with an unknown number of instances, which rules on resources did not see.
    pub deferred: usize,
}

/// Limitations of all plans made from configurations.
pub const PLAN_LIMITS: &str = "a plan made from the configuration: values that a provider computes or sets by default are unknown, \
    and unset arguments are absent, where Terraform's own plan has null or an empty list, unless provider schemas are given";

/// A checked document.
#[derive(Debug, Default)]
pub struct Document<'r> {
    /// The document's name.
    pub name: &'r str,
    /// The text, for reports that show source lines; empty if it is not UTF-8 or the request omits it.
    pub text: Cow<'r, str>,
    /// Whether the document is meant as a template.
    pub is_template: bool,
    /// The resources that findings are about, sorted by logical ID.
    pub resources: Vec<FoundResource>,
    /// cfn-guard's report, if requested.
    pub guard: Option<Box<RawValue>>,
    /// The secrets of the document, for masking what is added about it later.
    pub secrets: Secrets,
    /// How parameters and functions were resolved, if the view is [`View::Deployed`](super::View::Deployed).
    pub resolution: Option<Resolution>,
    /// The lint settings including the template's own; `None` if no lint rule ran.
    pub linted: Option<lint::Settings>,
}

impl Document<'_> {
    /// Returns a resource that a finding is about.
    pub fn resource(&self, logical_id: &str) -> Option<&FoundResource> {
        let index = self
            .resources
            .binary_search_by_key(&logical_id, |resource| resource.logical_id.as_str())
            .ok()?;
        self.resources.get(index)
    }
}

/// A resource that findings are about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundResource {
    /// The key in `Resources`.
    pub logical_id: String,
    /// The value of `Type`, if it is a string.
    pub type_name: Option<String>,
    /// The construct that declares it, if the template is one of the AWS CDK.
    pub construct: Option<Construct>,
}

/// An incomplete check: something that could not be checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Incomplete {
    /// The kind of input.
    pub kind: IncompleteKind,
    /// The reason, for people.
    pub message: Text,
    /// The input's name.
    pub file: String,
    /// The position, if known.
    pub at: Option<Position>,
}

/// The kind of input that could not be checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IncompleteKind {
    /// A document cannot be read.
    Document,
    /// A document is not linted, and there are no rules.
    NothingToCheck,
    /// A rules file cannot be read or parsed.
    Rules,
    /// A waiver is invalid.
    Waiver,
    /// A severity is for a rule that does not exist.
    Severity,
    /// A source that a request field or a setting names cannot be fetched; `file` is the name of the field.
    Fetch,
    /// The command line, or a file that it names, cannot be used, and nothing was checked; `file` is an option or a path.
    Request,
}

impl<'r> Run<'r> {
    /// Returns whether nothing was checked because the command line, or a file that it names, cannot be used.
    pub fn ended_before_check(&self) -> bool {
        let mut issues = self.incomplete.iter();
        issues.any(|issue| issue.kind == IncompleteKind::Request)
    }

    /// Merges another part of the same run.
    pub(super) fn merge(&mut self, part: Run<'r>) {
        self.documents.extend(part.documents);
        self.sources.extend(part.sources);
        self.plans.extend(part.plans);
        self.records.extend(part.records);
        self.records_shortened |= part.records_shortened;
        self.findings.extend(part.findings);
        self.incomplete.extend(part.incomplete);
        self.accepted.extend(part.accepted);
        self.rules.add(part.rules);
        self.suppressions.extend(part.suppressions);
        self.waivers_in_place.merge(part.waivers_in_place);
        self.waivers.extend(part.waivers);
        self.baseline = self.baseline.take().or(part.baseline);
        for (rule, count) in part.turned_off {
            let all = self.turned_off.entry(rule).or_default();
            *all = all.saturating_add(count);
        }
        self.coverage.merge(part.coverage);
    }

    /// Records the rules that applied to no document, once all parts are merged.
    pub(super) fn note_rules_not_applied(&mut self, policies: &Policies) {
        let words = |(file, rule): (&str, &str)| {
            NotSeen::of(
                Kind::RuleNotApplied,
                file,
                text!("rule {} did not apply to any document", Known(rule)),
            )
        };
        let parts: Vec<NotSeen> = self.coverage.never_applied().map(words).collect();
        parts
            .into_iter()
            .for_each(|part| self.coverage.add(policies, part));
    }

    /// Returns the waived findings with their waivers.
    pub fn waived(&self) -> impl Iterator<Item = (&Finding, &Waiver)> {
        let applied = self
            .waivers
            .iter()
            .filter(|one| one.state == WaiverState::Applied);
        applied.flat_map(|one| one.findings.iter().map(|finding| (finding, &one.waiver)))
    }

    /// Returns the number of findings of a severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.findings
            .iter()
            .filter(|finding| finding.severity == severity)
            .count()
    }
}

pub(super) fn not_checked(name: &str, why: impl Into<Text>) -> Incomplete {
    Incomplete {
        kind: IncompleteKind::Document,
        message: why.into(),
        file: name.to_owned(),
        at: None,
    }
}

/// What the messages of the YAML reader mostly mean.
const CAUSES: [(&str, &str); 5] = [
    (
        "found character that cannot start any token",
        "indent with spaces, not tabs, and quote a value that starts with `@`, `%` or a backtick",
    ),
    (
        "could not find expected ':'",
        "a key lacks its `:`, perhaps in the line before",
    ),
    (
        "mapping values are not allowed in this context",
        "quote a value that contains `: `, or correct the indentation",
    ),
    (
        "did not find expected ',' or '}'",
        "an entry lacks a comma, or a brace is not closed",
    ),
    (
        "did not find expected ',' or ']'",
        "an item lacks a comma, or a bracket is not closed",
    ),
];

pub(super) fn unreadable(name: &str, error: &SyntaxError) -> Incomplete {
    let message = error.message.on_one_line();
    let cause = CAUSES.iter().find(|(said, _)| message.starts_with(said));
    let message = match cause {
        Some((_, cause)) => text!("cannot be read: {} ({})", message, Known(cause)),
        None => text!("cannot be read: {}", message),
    };
    Incomplete {
        kind: IncompleteKind::Document,
        message,
        file: name.to_owned(),
        at: Some(error.location().start),
    }
}

/// Returns an entry for a document that Guard cannot load.
pub(super) fn unread(name: &str, error: cfn_warden_guard::doc::LoadError) -> Incomplete {
    let at = error.at.map(|(_, position)| position);
    Incomplete {
        kind: IncompleteKind::Document,
        message: error.message.on_one_line(),
        file: name.to_owned(),
        at,
    }
}

/// Returns an entry for a rules file whose evaluation ended early.
pub(super) fn ended_early(file: &str, error: &EvalError) -> Incomplete {
    let hint = error
        .hint
        .as_deref()
        .map_or_else(Text::default, |hint| text!("; {}", Known(hint)));
    Incomplete {
        kind: IncompleteKind::Rules,
        message: text!(
            "evaluation ended early: {}{}",
            Operand::Value(&error.message),
            hint
        ),
        file: file.to_owned(),
        at: error.at,
    }
}
