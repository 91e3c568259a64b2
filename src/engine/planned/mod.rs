//! Guard rules on Terraform plans: which rules the unknown values of a plan decide.
//!
//! The rules are evaluated on the plan as written, which gives the words of findings, and on the plan in which unknown values are
//! present ([`open`]), which gives the verdicts.

mod open;

use std::collections::HashSet;

use bumpalo::Bump;

use self::open::{OpenPlan, open};
use super::compiled::Compiled;
use super::deployments;
use super::deployments::{Key, add_keys, key};
use super::policy::Policy;
use super::request::{Request, UnknownPolicy};
use super::run::{Run, ended_early, unread};
use cfn_warden_guard::deployments::{Points, Varying, VaryingCheck, VaryingOutcome};
use cfn_warden_guard::{self as guard, Doc, Profile};
use cfn_warden_syntax::deployments::{DeploymentSet, Deployments, Variation};
use cfn_warden_syntax::finding::{DeploymentNote, Finding};
use cfn_warden_syntax::{LocationIndex, Node, Tree, Value};

/// The most unknown values that a finding names.
const NAMED: usize = 8;

/// A plan, and what it is merged with.
struct Plan<'p, 'a> {
    /// The document's name.
    name: &'p str,
    open: OpenPlan<'a>,
    /// The documents merged into it.
    merged: Vec<&'p Tree<'a>>,
}

impl Policy<'_, '_> {
    /// Evaluates the rules on a Terraform plan with unknown values, and replaces the findings on the plan as written that depend
    /// on them; returns whether a rule applied. Returns `None` if the document is not a plan with unknown values.
    pub(super) fn evaluate_plan<'a>(
        &self,
        arena: &'a Bump,
        (name, tree, merged): (&str, &Tree<'a>, Vec<&Tree<'a>>),
        request: &Request<'_>,
        findings: &mut Vec<Finding>,
        run: &mut Run<'_>,
    ) -> Option<bool> {
        let plan = &Plan { name, open: open(arena, tree)?, merged };
        let trees: Vec<&Tree<'_>> = plan.merged.iter().copied().chain([&plan.open.tree]).collect();
        let doc = match Doc::new(arena, &trees, Profile::CloudFormation) {
            Ok(doc) => doc.with_limits(request.guard_limits, self.steps.get()).with_cancel(request.cancel),
            Err(error) => {
                run.incomplete.push(unread(plan.name, error));
                return Some(false);
            }
        };
        // There is one deployment, so no set has parts.
        let sets = Deployments::default();
        let tree = u32::try_from(plan.merged.len()).unwrap_or(u32::MAX);
        let varying = Varying { sets: &sets, valid: DeploymentSet::ALL, variations: &plan.open.unknowns, tree };
        let points = Points::of(&doc, &varying);
        let options = guard::Options { now: request.now, ..guard::Options::default() };
        let places = LocationIndex::of(&plan.open.tree, plan.open.tree.root);
        let severity = UnknownPolicy::of_plans(request.unknown).severity();
        let (mut applied, mut certain, mut open) = (false, HashSet::new(), Vec::new());
        for compiled in &self.rules {
            let Some(rules) = compiled.rules.as_deref() else { continue };
            let outcome = match guard::evaluate_deployments(rules, &doc, &varying, &points, &options) {
                Ok(outcome) => outcome,
                Err(error) => {
                    run.incomplete.push(ended_early(compiled.name, &error.to_string()));
                    continue;
                }
            };
            applied |= deployments::count(compiled, &outcome, run);
            let described = Described { plan, doc: &doc, places: &places, compiled, outcome: &outcome, sets: &sets };
            for failure in described.failures() {
                certain.insert(key(&failure));
                open.push(failure);
            }
            open.extend(described.undecided().into_iter().map(|finding| Finding { severity, ..finding }));
        }
        self.steps.set(doc.steps_taken());
        findings.retain(|finding| {
            let mut keys = Vec::new();
            add_keys(finding, &mut keys);
            keys.iter().any(|key| certain.contains(key))
        });
        let worded: HashSet<Key> = findings
            .iter()
            .fold(Vec::new(), |mut keys, finding| {
                add_keys(finding, &mut keys);
                keys
            })
            .into_iter()
            .collect();
        findings.extend(open.into_iter().filter(|finding| !worded.contains(&key(finding))));
        Some(applied)
    }
}

/// A rules file and its verdicts on a plan.
struct Described<'d, 'a> {
    plan: &'d Plan<'d, 'a>,
    doc: &'d Doc<'d>,
    places: &'d LocationIndex<'d, 'a>,
    compiled: &'d Compiled<'d>,
    outcome: &'d VaryingOutcome<'d>,
    sets: &'d Deployments,
}

impl Described<'_, '_> {
    /// Returns a finding for each clause and value that fails whatever the unknown values are.
    fn failures(&self) -> Vec<Finding> {
        let checks =
            self.outcome.checks.iter().filter(|check| !check.fail.is_empty() && self.counts(check.rule as usize));
        let mut failures: Vec<Finding> = checks.map(|check| self.finding(check, ALWAYS)).collect();
        let rest = self.outcome.unexplained(self.sets).into_iter();
        let rest = rest.filter(|rest| !rest.fail.is_empty() && self.counts(rest.rule));
        let message = "the rule fails: its conditions cannot be evaluated";
        failures.extend(rest.map(|rest| self.outcome.rule_finding(rest.rule, self.plan.name, message)));
        failures
    }

    /// Returns a finding for each clause and value that may fail, depending on an unknown value.
    fn undecided(&self) -> Vec<Finding> {
        let mut seen = HashSet::new();
        let mut findings = Vec::new();
        for check in self.outcome.checks.iter().filter(|check| !check.unknown.is_empty()) {
            if !self.counts(check.rule as usize) {
                continue;
            }
            let unknowns = self.unknown_values(check);
            let finding = self.finding(check, &not_decided(&unknowns));
            if seen.insert(key(&finding)) {
                findings.push(noted(finding, unknowns));
            }
        }
        for rest in self.outcome.unexplained(self.sets).into_iter().filter(|rest| !rest.unknown.is_empty()) {
            if self.counts(rest.rule) {
                let finding = self.outcome.rule_finding(rest.rule, self.plan.name, &not_decided(&[]));
                findings.push(noted(finding, Vec::new()));
            }
        }
        findings
    }

    fn counts(&self, rule: usize) -> bool {
        self.outcome.rules.get(rule).is_some_and(|(name, _)| self.compiled.counts(name))
    }

    fn finding(&self, check: &VaryingCheck<'_>, message: &str) -> Finding {
        let count = self.plan.merged.len().saturating_add(1);
        self.outcome.finding(check, self.doc, (self.places, count), self.plan.name, message)
    }

    /// Returns the names of the unknown values that a check depends on, without duplicates.
    fn unknown_values(&self, check: &VaryingCheck<'_>) -> Vec<String> {
        let source = check.unknown_value().and_then(|origin| self.doc.source(origin));
        let source = source.filter(|source| source.tree as usize == self.plan.merged.len());
        let tree = &self.plan.open.tree;
        let mut names = Vec::new();
        if let Some(node) = source.and_then(|source| tree.root.at(&tree.path(source.node))) {
            self.add_unknowns(node, &mut names);
        }
        names
    }

    fn add_unknowns(&self, node: Node<'_>, names: &mut Vec<String>) {
        if names.len() >= NAMED {
            return;
        }
        if let Some(Variation::Unknown(unknown)) = self.plan.open.unknowns.get(&node.id) {
            if !names.iter().any(|name| name == unknown.name) {
                names.push(unknown.name.to_owned());
            }
            return;
        }
        match node.value {
            Value::List(items) => items.iter().for_each(|item| self.add_unknowns(*item, names)),
            Value::Map(entries) => entries.iter().for_each(|entry| self.add_unknowns(entry.value, names)),
            _ => {}
        }
    }
}

/// The message of a clause on an unknown value that fails for every value.
const ALWAYS: &str = "the clause fails whatever the value is, which the plan does not know";

fn not_decided(unknowns: &[String]) -> String {
    let what = if unknowns.is_empty() { "a value".to_owned() } else { unknowns.join(", ") };
    format!("not decided: it depends on {what}, which the plan does not know")
}

fn noted(finding: Finding, unknowns: Vec<String>) -> Finding {
    Finding { deployments: Some(Box::new(DeploymentNote { unknowns, ..DeploymentNote::default() })), ..finding }
}
