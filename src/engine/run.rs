//! What a run found.

use std::borrow::Cow;

use serde_json::value::RawValue;

use super::FailOn;
use super::coverage::{Coverage, Kind, NotSeen, Policies};
use super::secrets::Secrets;
use cfn_warden_guard as guard;
use cfn_warden_lint as lint;
use cfn_warden_syntax::Position;
use cfn_warden_syntax::finding::{Finding, Severity, Suppression};
use cfn_warden_template::resolve::Resolution;

/// What was found.
#[derive(Debug, Default)]
pub struct Run<'r> {
    /// The documents, in the order of the request.
    pub documents: Vec<Document<'r>>,
    /// Texts that findings are in and that are no documents: the files of Terraform configurations.
    pub sources: Vec<Document<'r>>,
    /// Which documents are plans made of Terraform configurations.
    pub plans: Vec<PlanNote<'r>>,
    /// What is wrong in them; by file in the order of the request, then by line and rule.
    pub findings: Vec<Finding>,
    /// What could not be checked. Not empty means not compliant.
    pub incomplete: Vec<Incomplete>,
    /// As asked for.
    pub fail_on: FailOn,
    /// How many Guard rules came to which verdict, over all documents.
    pub rules: RuleCounts,
    /// The exemptions that documents give themselves, and what they removed.
    pub suppressions: Vec<Suppression>,
    /// Which rules applied, and what was not seen.
    pub coverage: Coverage,
    /// cfn-guard-lambda's records, by document and rules text.
    pub records: Vec<Box<RawValue>>,
    /// Whether they are the terse ones because the full ones would be too long.
    pub records_shortened: bool,
    /// The secrets that are masked in it, for what is added to it later.
    pub secrets: Secrets,
}

/// A document that is a plan made of a Terraform configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlanNote<'r> {
    /// Its name.
    pub name: &'r str,
    /// Resources of which nobody knows how many there are: rules that look at resources did not see them.
    pub deferred: usize,
}

/// What holds for all plans made of configurations.
pub const PLAN_LIMITS: &str = "a plan made of the configuration: what a provider computes or sets by default is not known, \
    and what is not set is not there, where Terraform's own plan has null or an empty list, unless the providers' schemas are given";

/// Counts of rules by verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RuleCounts {
    /// `PASS`
    pub passed: usize,
    /// `FAIL`
    pub failed: usize,
    /// `SKIP`
    pub skipped: usize,
}

impl RuleCounts {
    /// Counts a verdict.
    pub fn count(&mut self, status: guard::Status) {
        let count = match status {
            guard::Status::Pass => &mut self.passed,
            guard::Status::Fail => &mut self.failed,
            guard::Status::Skip => &mut self.skipped,
        };
        *count = count.saturating_add(1);
    }

    /// Adds other counts.
    pub fn add(&mut self, other: RuleCounts) {
        self.passed = self.passed.saturating_add(other.passed);
        self.failed = self.failed.saturating_add(other.failed);
        self.skipped = self.skipped.saturating_add(other.skipped);
    }

    /// Whether some verdict is not `SKIP`.
    pub fn applied(&self) -> bool {
        self.passed > 0 || self.failed > 0
    }
}

/// A document that was checked.
#[derive(Debug, Default)]
pub struct Document<'r> {
    /// Its name.
    pub name: &'r str,
    /// Its text, for reports that show the source; empty where it is no UTF-8.
    pub text: Cow<'r, str>,
    /// The types of the resources that findings are about, by logical id, sorted.
    pub resource_types: Vec<(String, String)>,
    /// cfn-guard's report, where asked for and evaluated.
    pub guard: Option<Box<RawValue>>,
    /// What Guard saw of it came from where, where it was resolved.
    pub resolution: Option<Resolution>,
    /// How it was linted, its own metadata included; `None` where rules did not come to it.
    pub linted: Option<lint::Settings>,
}

impl Document<'_> {
    /// The type of a resource that a finding is about.
    pub fn type_of(&self, logical_id: &str) -> Option<&str> {
        let index = self.resource_types.binary_search_by_key(&logical_id, |(id, _)| id.as_str()).ok()?;
        self.resource_types.get(index).map(|(_, type_name)| type_name.as_str())
    }
}

/// Something that could not be checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Incomplete {
    /// What kind of input it is.
    pub kind: IncompleteKind,
    /// Why not, for a person.
    pub message: String,
    /// The input's name.
    pub file: String,
    /// Where in it, as far as known.
    pub at: Option<Position>,
}

/// The kind of input that could not be checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IncompleteKind {
    /// A document cannot be read.
    Document,
    /// A document is not linted, and there are no rules.
    Unasked,
    /// A rules file cannot be read or parsed.
    Rules,
    /// What a field of the request names, or a setting, cannot be got; `file` is that field.
    Fetch,
}

/// The verdict on a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Everything was checked and is allowed.
    Pass,
    /// Everything was checked, and something is wrong.
    Fail,
    /// Something could not be checked, or was not seen and must be.
    Error,
}

impl<'r> Run<'r> {
    /// Takes in another part of the same run.
    pub fn merge(&mut self, part: Run<'r>) {
        self.secrets.merge(&part.secrets);
        self.documents.extend(part.documents);
        self.findings.extend(part.findings);
        self.incomplete.extend(part.incomplete);
        self.rules.add(part.rules);
        self.suppressions.extend(part.suppressions);
        self.coverage.merge(part.coverage);
    }

    /// Records the rules that applied to no document, once all documents of the run are in it.
    pub fn note_rules_not_applied(&mut self, policies: &Policies) {
        let words = |(file, rule): (&str, &str)| {
            NotSeen::of(Kind::RuleNotApplied, file, format!("rule {rule} did not apply to any document"))
        };
        let parts: Vec<NotSeen> = self.coverage.never_applied().map(words).collect();
        parts.into_iter().for_each(|part| self.coverage.add(policies, part));
    }

    /// The verdict.
    pub fn status(&self) -> Status {
        let threshold = match self.fail_on {
            FailOn::Error => Some(Severity::Error),
            FailOn::Warning => Some(Severity::Warning),
            FailOn::Never => None,
        };
        if !self.incomplete.is_empty() || self.coverage.must_be_seen().next().is_some() {
            Status::Error
        } else if threshold.is_some_and(|least| self.findings.iter().any(|finding| finding.severity >= least)) {
            Status::Fail
        } else {
            Status::Pass
        }
    }

    /// How many findings are of a severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.findings.iter().filter(|finding| finding.severity == severity).count()
    }
}
