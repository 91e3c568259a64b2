//! The verdict of a report, and its documents for programs.

use super::Report;
use crate::engine;
use crate::report::{self, deduplicate, shown_name};
use cfn_warden_syntax::Position;
use cfn_warden_syntax::finding::Severity;

/// The verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Everything was checked, and nothing makes the report not compliant.
    Pass,
    /// A finding makes the report not compliant.
    Fail,
    /// Something could not be checked, or was not seen and must be.
    Error,
}

/// Counts of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Summary {
    /// The number of checked documents.
    pub documents: usize,
    /// Errors, one for each cause ([`Report::groups`]).
    pub errors: usize,
    /// Warnings, counted in the same way.
    pub warnings: usize,
    /// Informational findings, counted in the same way.
    pub informational: usize,
    /// Findings that waivers accept.
    pub waived: usize,
    /// Incomplete checks, and parts that were not seen and must be.
    pub not_checked: usize,
}

impl Report<'_> {
    /// The verdict.
    ///
    /// ```
    /// # use cfn_warden::{Checker, Document, Status};
    /// let checker = Checker::new(0);
    /// assert_eq!(checker.check(&[Document::new("a.yaml", "Resources: {T: {Type: AWS::SNS::Topics}}")]).status(), Status::Fail);
    /// assert_eq!(checker.check(&[Document::new("a.yaml", "Resources: [")]).status(), Status::Error);
    /// ```
    pub fn status(&self) -> Status {
        match self.run.status() {
            engine::Status::Pass => Status::Pass,
            engine::Status::Fail => Status::Fail,
            engine::Status::Error => Status::Error,
        }
    }

    /// The counts.
    ///
    /// ```
    /// # use cfn_warden::{Checker, Document};
    /// let checker = Checker::new(0);
    /// let report = checker.check(&[Document::new("a.yaml", "Resources: {T: {Type: AWS::SNS::Topics}}")]);
    /// assert_eq!((report.summary().documents, report.summary().errors), (1, 1));
    /// ```
    pub fn summary(&self) -> Summary {
        let groups = deduplicate::of(&self.run.findings);
        let must_be_seen = self.run.coverage.must_be_seen().count();
        Summary {
            documents: self.run.documents.len(),
            errors: deduplicate::count(&groups, Severity::Error),
            warnings: deduplicate::count(&groups, Severity::Warning),
            informational: deduplicate::count(&groups, Severity::Informational),
            waived: report::waived(&self.run).len(),
            not_checked: self.run.incomplete.len().saturating_add(must_be_seen),
        }
    }

    /// Whether everything was checked: there are no incomplete checks, and nothing that was not seen.
    ///
    /// ```
    /// # use cfn_warden::{Checker, Document};
    /// let checker = Checker::new(0);
    /// let report = checker.check(&[Document::new("a.yaml", "Resources: {A: {Type: Acme::Chat::Topic::MODULE}, Q: {Type: AWS::SQS::Queue}}")]);
    /// assert!(report.is_compliant() && !report.is_complete());
    /// assert!(report.reasons()[0].starts_with("a.yaml:1:13: not seen: "), "{:?}", report.reasons());
    /// ```
    pub fn is_complete(&self) -> bool {
        self.run.incomplete.is_empty() && self.run.coverage.not_seen.is_empty()
    }

    /// Why the report is not complete: a line for each incomplete check and each part that was not seen, with its file and
    /// position.
    pub fn reasons(&self) -> Vec<String> {
        let incomplete = self
            .incomplete()
            .map(|one| line(one.file(), one.position(), "not checked", one.message()));
        let not_seen = self
            .not_seen()
            .map(|part| line(part.file(), part.position(), "not seen", part.message()));
        incomplete.chain(not_seen).collect()
    }

    /// The result document, byte for byte what `cfn-warden check --format json` prints. docs/contract.md describes it.
    ///
    /// ```
    /// # use cfn_warden::{Checker, Document};
    /// let checker = Checker::new(0);
    /// let report = checker.check(&[Document::new("a.yaml", "Resources: {T: {Type: AWS::SNS::Topic}}")]);
    /// assert!(report.to_json().starts_with("{\n  \"format_version\": 2,\n"));
    /// ```
    pub fn to_json(&self) -> String {
        self.render("json").unwrap_or_default()
    }
}

fn line(file: &str, at: Option<Position>, what: &str, why: &str) -> String {
    let at = at
        .map(|at| format!(":{}:{}", at.line, at.column))
        .unwrap_or_default();
    format!("{}{at}: {what}: {why}", shown_name(file))
}
