//! Findings about rules on plans with unknown values.

use std::collections::HashSet;

use super::open::OpenPlan;
use crate::compiled::Compiled;
use crate::deployments::{key, not_decided, unknown_values};
use cfn_warden_guard::Doc;
use cfn_warden_guard::deployments::{VaryingCheck, VaryingOutcome};
use cfn_warden_syntax::deployments::Deployments;
use cfn_warden_syntax::finding::{Certainty, DeploymentNote, Finding};
use cfn_warden_syntax::{LocationIndex, Text, Tree};

/// A plan, and what it is merged with.
pub(super) struct Plan<'p, 'a> {
    /// The document's name.
    pub name: &'p str,
    /// The plan in which unknown values are present.
    pub tree: &'p Tree<'a>,
    pub open: &'p OpenPlan<'a>,
    /// The documents merged into it.
    pub merged: &'p [&'p Tree<'a>],
}

/// A rules file and its verdicts on a plan.
pub(super) struct Described<'d, 'a> {
    pub plan: &'d Plan<'d, 'a>,
    pub doc: &'d Doc<'d>,
    pub places: &'d LocationIndex<'d, 'a>,
    pub compiled: &'d Compiled<'d>,
    pub outcome: &'d VaryingOutcome<'d>,
    pub sets: &'d Deployments,
}

impl Described<'_, '_> {
    /// Returns a finding for each clause and value that fails whatever the unknown values are.
    pub fn failures(&self) -> Vec<Finding> {
        let checks = self
            .outcome
            .checks
            .iter()
            .filter(|check| !check.fail.is_empty() && self.counts(check.rule as usize));
        let mut failures: Vec<Finding> = checks
            .map(|check| self.finding(check, ALWAYS.into()))
            .collect();
        let rest = self.outcome.unexplained(self.sets).into_iter();
        let rest = rest.filter(|rest| !rest.fail.is_empty() && self.counts(rest.rule));
        let message = "the rule fails: its conditions cannot be evaluated";
        failures.extend(rest.map(|rest| {
            self.outcome
                .rule_finding(rest.rule, self.plan.name, message.into())
        }));
        failures
    }

    /// Returns a finding for each clause and value that may fail, depending on an unknown value.
    pub fn undecided(&self) -> Vec<Finding> {
        let mut seen = HashSet::new();
        let mut findings = Vec::new();
        for check in self
            .outcome
            .checks
            .iter()
            .filter(|check| !check.unknown.is_empty())
        {
            if !self.counts(check.rule as usize) {
                continue;
            }
            let tree = (self.plan.tree, self.plan.merged.len());
            let unknowns = unknown_values(check, self.doc, tree, &self.plan.open.unknowns);
            let finding = self.finding(check, not_decided(&unknowns, WHY));
            if seen.insert(key(&finding)) {
                findings.push(noted(finding, unknowns));
            }
        }
        for rest in self
            .outcome
            .unexplained(self.sets)
            .into_iter()
            .filter(|rest| !rest.unknown.is_empty())
        {
            if self.counts(rest.rule) {
                let finding =
                    self.outcome
                        .rule_finding(rest.rule, self.plan.name, not_decided(&[], WHY));
                findings.push(noted(finding, Vec::new()));
            }
        }
        findings
    }

    fn counts(&self, rule: usize) -> bool {
        self.outcome
            .rules
            .get(rule)
            .is_some_and(|(name, _)| self.compiled.counts(name))
    }

    fn finding(&self, check: &VaryingCheck<'_>, message: Text) -> Finding {
        let count = self.plan.merged.len().saturating_add(1);
        self.outcome.finding(
            check,
            self.doc,
            (self.places, count),
            self.plan.name,
            message,
        )
    }
}

/// Why a value is unknown.
const WHY: &str = "which the plan does not know";

/// The message of a clause on an unknown value that fails for every value.
const ALWAYS: &str = "the clause fails whatever the value is, which the plan does not know";

fn noted(finding: Finding, unknowns: Vec<Text>) -> Finding {
    Finding {
        deployments: Some(Box::new(DeploymentNote {
            unknowns,
            ..DeploymentNote::default()
        })),
        certainty: Certainty::Undecided,
        ..finding
    }
}
