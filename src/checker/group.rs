//! Findings with the same cause.

use super::{Finding, Report};
use crate::report::deduplicate;

/// Findings with the same cause, which reports show as one: a misspelled key is unknown, and the key is missing.
#[derive(Debug, Clone)]
pub struct Group<'r> {
    finding: Finding<'r>,
    also: Vec<Finding<'r>>,
    more: usize,
}

impl<'r> Group<'r> {
    /// The most severe finding.
    pub fn finding(&self) -> Finding<'r> {
        self.finding
    }

    /// The others.
    pub fn also(&self) -> &[Finding<'r>] {
        &self.also
    }

    /// The number of repetitions that are not listed.
    pub fn more(&self) -> usize {
        self.more
    }
}

impl Report<'_> {
    /// The findings as reports show and [`Report::summary`] counts them: one for each cause.
    ///
    /// ```
    /// use cfn_warden::{Checker, Document};
    ///
    /// let template = "Resources: {P: {Type: AWS::IAM::Policy, Properties: {PolicyNam: a, PolicyDocument: {Version: '2012-10-17', Statement: []}}}}";
    /// let checker = Checker::new(0);
    /// let report = checker.check(&[Document::new("a.yaml", template)]);
    /// assert_eq!(report.groups().len(), report.summary().errors + report.summary().warnings);
    /// assert!(report.groups().len() < report.findings().count());
    /// ```
    pub fn groups(&self) -> Vec<Group<'_>> {
        let documents = &*self.run.documents;
        let groups = deduplicate::of(&self.run.findings).into_iter();
        groups
            .map(|group| Group {
                finding: Finding(group.finding, documents),
                also: group
                    .also
                    .into_iter()
                    .map(|finding| Finding(finding, documents))
                    .collect(),
                more: group.more,
            })
            .collect()
    }
}
