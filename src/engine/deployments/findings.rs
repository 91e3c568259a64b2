//! Findings about rules on all deployments of a template.

use std::collections::BTreeMap;

use bumpalo::Bump;

use super::notes::{Findings, Key, add_keys, key};
use crate::engine::policy::Compiled;
use crate::engine::request::UnknownPolicy;
use cfn_warden_guard::deployments::{VaryingCheck, VaryingOutcome};
use cfn_warden_guard::{self as guard, Doc, Profile};
use cfn_warden_syntax::Tree;
use cfn_warden_syntax::deployments::{Assignment, DeploymentSet};
use cfn_warden_syntax::finding::{DeploymentNote, Finding, Severity};
use cfn_warden_template::deployments::Unknowns;

/// The most deployments of a document that are evaluated one by one to describe failures.
const SHOWN: usize = 64;

/// A rules file and its verdicts.
pub(super) struct Evaluated<'p, 'e> {
    pub compiled: &'p Compiled<'p>,
    pub rules: &'e guard::Rules,
    pub outcome: VaryingOutcome<'e>,
}

/// A failure that is not described yet: a finding without words, and the deployments that have it.
struct Failure {
    finding: Finding,
    set: DeploymentSet,
}

type Failures = BTreeMap<Key, Failure>;

impl Findings<'_, '_, '_> {
    /// Returns a finding for each clause and value that fails in some deployment, as one of these deployments shows it.
    pub fn failures(&self, evaluated: &[Evaluated<'_, '_>]) -> Vec<Finding> {
        let mut open: Vec<Failures> = evaluated.iter().map(|one| self.failing(one)).collect();
        let mut findings = Vec::new();
        for _ in 0..SHOWN {
            let Some(set) = open.iter().flat_map(BTreeMap::values).map(|failure| failure.set).next() else { break };
            let Some(deployment) = self.template.space.pick(set) else { break };
            let is_had = |failure: &Failure| self.template.space.contains(failure.set, &deployment);
            let mut shown: Vec<Failures> = Vec::with_capacity(open.len());
            for open in &mut open {
                shown.push(open.extract_if(.., |_, failure| is_had(failure)).collect());
            }
            // A failure for all values of a function may depend on its place being a text.
            for unknowns in [Unknowns::Functions, Unknowns::Names] {
                if shown.iter().any(|failures| !failures.is_empty()) {
                    self.describe(evaluated, &deployment, unknowns, &mut shown, &mut findings);
                }
            }
            let rest = shown.into_iter().flat_map(BTreeMap::into_values);
            findings.extend(rest.map(|failure| self.noted(failure.finding, failure.set)));
        }
        let rest = open.into_iter().flat_map(BTreeMap::into_values);
        findings.extend(rest.map(|failure| self.noted(failure.finding, failure.set)));
        findings
    }

    /// Moves the failures that the document of a deployment has to findings.
    fn describe(
        &self,
        evaluated: &[Evaluated<'_, '_>],
        deployment: &Assignment,
        unknowns: Unknowns,
        failures: &mut [Failures],
        findings: &mut Vec<Finding>,
    ) {
        let arena = Bump::new();
        let tree = self.template.instance(&arena, deployment, unknowns);
        let trees: Vec<&Tree<'_>> = self.subject.merged.iter().copied().chain([&tree]).collect();
        let Ok(doc) = Doc::new(&arena, &trees, Profile::CloudFormation) else { return };
        let doc = doc.with_limits(self.request.guard_limits, 0).with_cancel(self.request.cancel);
        for (one, failures) in evaluated.iter().zip(failures).filter(|(_, failures)| !failures.is_empty()) {
            let Ok(outcome) = guard::evaluate(one.rules, &doc, &self.options) else { continue };
            let mut described: Vec<_> = outcome
                .findings(&trees, self.subject.name)
                .into_iter()
                .map(|finding| {
                    let mut keys = Vec::new();
                    add_keys(&finding, &mut keys);
                    let set = self.union(keys.iter().filter_map(|key| failures.remove(key)));
                    (finding, keys, set)
                })
                .collect();
            // The clause may be described at another value, first where nothing else is.
            described.sort_by_key(|(_, _, set)| !set.is_empty());
            for (finding, keys, set) in described {
                let is_same = |(of, at, _): &Key| keys.iter().any(|(rule, source, _)| (of, at) == (rule, source));
                let more = self.union(failures.extract_if(.., |key, _| is_same(key)).map(|(_, failure)| failure));
                let set = self.template.space.deployments.or(set, more);
                if !set.is_empty() {
                    findings.push(self.noted(finding, set));
                }
            }
        }
    }

    fn union(&self, failures: impl Iterator<Item = Failure>) -> DeploymentSet {
        failures.fold(DeploymentSet::NONE, |all, failure| self.template.space.deployments.or(all, failure.set))
    }

    /// The clauses and values of a rules file that fail in some deployment.
    fn failing(&self, one: &Evaluated<'_, '_>) -> Failures {
        let sets = &self.template.space.deployments;
        let mut failing = Failures::new();
        let mut add = |finding: Finding, set| {
            let failure = failing.entry(key(&finding)).or_insert(Failure { finding, set: DeploymentSet::NONE });
            failure.set = sets.or(failure.set, set);
        };
        for check in one.outcome.checks.iter().filter(|check| !check.fail.is_empty()) {
            if self.counts(one, check.rule as usize) {
                add(self.finding(one, check, "the clause fails"), check.fail);
            }
        }
        for rest in one.outcome.unexplained(sets).into_iter().filter(|rest| !rest.fail.is_empty()) {
            if self.counts(one, rest.rule) {
                let message = "the rule fails: its conditions cannot be evaluated";
                add(one.outcome.rule_finding(rest.rule, self.subject.name, message), rest.fail);
            }
        }
        failing
    }

    fn counts(&self, one: &Evaluated<'_, '_>, rule: usize) -> bool {
        one.outcome.rules.get(rule).is_some_and(|(name, _)| one.compiled.counts(name))
    }

    fn noted(&self, finding: Finding, set: DeploymentSet) -> Finding {
        Finding { deployments: Some(Box::new(self.note(set, Vec::new()))), ..finding }
    }

    /// Returns a finding for each clause and value that may fail, depending on an unknown value.
    pub fn unknowns(&self, one: &Evaluated<'_, '_>) -> Vec<Finding> {
        let sets = &self.template.space.deployments;
        let mut open: BTreeMap<Key, (Finding, Vec<String>, DeploymentSet)> = BTreeMap::new();
        let mut add = |finding: Finding, unknowns, set| {
            let entry = open.entry(key(&finding)).or_insert((finding, unknowns, DeploymentSet::NONE));
            entry.2 = sets.or(entry.2, set);
        };
        for check in one.outcome.checks.iter().filter(|check| !check.unknown.is_empty()) {
            let Some((name, verdict)) = one.outcome.rules.get(check.rule as usize) else { continue };
            let set = sets.and(check.unknown, verdict.unknown);
            if !set.is_empty() && one.compiled.counts(name) {
                let unknowns = self.unknown_values(check);
                add(self.finding(one, check, &not_decided(&unknowns)), unknowns, set);
            }
        }
        for rest in one.outcome.unexplained(sets).into_iter().filter(|rest| !rest.unknown.is_empty()) {
            if self.counts(one, rest.rule) {
                let finding = one.outcome.rule_finding(rest.rule, self.subject.name, &not_decided(&[]));
                add(finding, Vec::new(), rest.unknown);
            }
        }
        let severity = match self.request.unknown {
            UnknownPolicy::Pass => Severity::Informational,
            UnknownPolicy::Warn => Severity::Warning,
            UnknownPolicy::Fail => Severity::Error,
        };
        let noted = open.into_values().map(|(finding, unknowns, set)| {
            let note: Option<Box<DeploymentNote>> = Some(Box::new(self.note(set, unknowns)));
            Finding { severity, deployments: note, ..finding }
        });
        noted.collect()
    }

    fn finding(&self, one: &Evaluated<'_, '_>, check: &VaryingCheck<'_>, message: &str) -> Finding {
        let mut finding = one.outcome.finding(check, self.doc, self.trees, self.subject.name, message);
        finding.path = finding.path.map(|path| self.template.path_in_deployments(&path));
        finding
    }
}

fn not_decided(unknowns: &[String]) -> String {
    let what = if unknowns.is_empty() { "a value".to_owned() } else { unknowns.join(", ") };
    format!("not decided: it depends on {what}, which is not known")
}
