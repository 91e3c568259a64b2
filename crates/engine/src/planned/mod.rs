//! Guard rules on Terraform plans: which rules the unknown values of a plan decide, and controls.
//!
//! The rules are evaluated on the plan as written, which gives the words of findings, and on the plan in which unknown values are
//! present ([`open`]), which gives the verdicts.

mod findings;
mod open;

use std::collections::HashSet;
use std::sync::Arc;

use bumpalo::Bump;

use self::findings::{Described, Plan};
use self::open::open;
use super::compiled::Compiled;
use super::controls;
use super::deployments::{self, Key, add_keys, key};
use super::policy::Policy;
use super::request::{Request, UnknownPolicy};
use super::run::{Run, ended_early, unread};
use cfn_warden_guard::deployments::{Points, Varying};
use cfn_warden_guard::{self as guard, Doc, Profile, Rules};
use cfn_warden_syntax::control::Control;
use cfn_warden_syntax::deployments::{DeploymentSet, Deployments};
use cfn_warden_syntax::finding::Finding;
use cfn_warden_syntax::{LocationIndex, Node, Tree};

impl Policy<'_, '_> {
    /// Evaluates the controls on a Terraform plan, and the rules. If it has unknown values, replaces the findings on the plan as
    /// written that depend on them; otherwise `count` counts the verdicts. Returns whether a rule applied; `None` if the document
    /// is not a plan.
    pub(super) fn evaluate_plan<'a>(
        &self,
        arena: &'a Bump,
        (name, written, written_doc): (&str, &[&Tree<'a>], &Doc<'_>),
        request: &Request<'_>,
        findings: &mut Vec<Finding>,
        run: &mut Run<'_>,
        count: impl FnOnce(&mut Run<'_>) -> bool,
    ) -> Option<bool> {
        let (own, merged) = written.split_last()?;
        let open = open(arena, own)?;
        let of_plan = self.plan_controls(own);
        // Controls that do not apply have nothing to check, which is a verdict.
        let mut applied = !request.controls.is_empty();
        if open.tree.is_none() {
            applied |= count(run);
            if of_plan.is_empty() {
                return Some(applied);
            }
        }
        let tree = open.tree.as_ref().unwrap_or(own);
        let plan = Plan { name, tree, open: &open, merged };
        let trees: Vec<&Tree<'_>> = merged.iter().copied().chain([tree]).collect();
        let doc = match Doc::new(arena, &trees, Profile::CloudFormation) {
            Ok(doc) => doc.with_limits(request.guard_limits, self.steps.get()).with_cancel(request.cancel),
            Err(error) => {
                run.incomplete.push(unread(plan.name, error));
                return Some(false);
            }
        };
        // There is one deployment, so no set has parts.
        let sets = Deployments::default();
        let index = u32::try_from(merged.len()).unwrap_or(u32::MAX);
        let varying = Varying { sets: &sets, valid: DeploymentSet::ALL, variations: &open.unknowns, tree: index };
        let points = Points::of(&doc, &varying);
        let options = guard::Options { now: request.now, ..guard::Options::default() };
        let places = LocationIndex::of(tree, tree.root);
        let unknown = UnknownPolicy::of_plans(request.unknown);
        let unknown_of_controls = UnknownPolicy::of_templates(request.unknown);
        let evaluate = |compiled: &Compiled<'_>, rules: &Rules, decided: &mut Decided, run: &mut Run<'_>| {
            match guard::evaluate_deployments(rules, &doc, &varying, &points, &options) {
                Ok(outcome) => {
                    let plan =
                        Described { plan: &plan, doc: &doc, places: &places, compiled, outcome: &outcome, sets: &sets };
                    decided.add(&plan, unknown);
                    deployments::count(compiled, &outcome, run)
                }
                Err(error) => {
                    run.incomplete.push(ended_early(compiled.name, &error.to_string()));
                    false
                }
            }
        };
        let (mut of_controls, mut decided) = (Vec::new(), Decided::default());
        for one in of_plan {
            if let Ok(outcome) = guard::evaluate(&one.rules, written_doc, &options) {
                of_controls.append(&mut outcome.findings(written, name));
            }
            evaluate(&one.compiled, &one.rules, &mut decided, run);
        }
        decided.replace(&mut of_controls);
        if open.tree.is_some() {
            let mut decided = Decided::default();
            for compiled in &self.rules {
                let rules = compiled.rules.as_deref();
                applied |= rules.is_some_and(|rules| evaluate(compiled, rules, &mut decided, run));
            }
            decided.replace(findings);
        }
        findings.extend(controls::describe(of_controls, request.controls.iter(), unknown_of_controls));
        self.steps.set(doc.steps_taken());
        Some(applied)
    }

    /// Returns the rules of controls for plans that are about resources of a plan.
    fn plan_controls(&self, tree: &Tree<'_>) -> Vec<ControlRules<'_>> {
        let types: HashSet<&str> = types(tree.root).collect();
        let of_plan = |control| -> Option<ControlRules<'_>> {
            let control: &Arc<Control> = control;
            let plan = control.plan.as_ref().filter(|plan| controls::has_one(&plan.types, &types))?;
            let rules = self.of_control(&control.id, &plan.rules)?;
            let controls = std::slice::from_ref(control);
            let compiled = Compiled { name: &control.id, rules: None, counted: None, deployments: None, controls };
            Some(ControlRules { compiled, rules })
        };
        self.rules.iter().flat_map(|compiled| compiled.controls).filter_map(of_plan).collect()
    }
}

/// The rules of a control for plans.
struct ControlRules<'p> {
    compiled: Compiled<'p>,
    rules: Arc<Rules>,
}

/// Returns the types of the resources in a plan.
fn types<'a>(root: Node<'a>) -> impl Iterator<Item = &'a str> {
    let changes = root.get("resource_changes").and_then(|changes| changes.as_list()).unwrap_or_default();
    changes.iter().filter_map(|change| change.get("type")?.as_str())
}

/// What the plan with unknown values decides.
#[derive(Default)]
struct Decided {
    /// What the failures of clauses are about.
    certain: HashSet<Key>,
    /// A finding without words for each of them, and one for each clause that is not decided.
    open: Vec<Finding>,
}

impl Decided {
    fn add(&mut self, plan: &Described<'_, '_>, unknown: UnknownPolicy) {
        for failure in plan.failures() {
            self.certain.insert(key(&failure));
            self.open.push(failure);
        }
        let severity = unknown.severity();
        self.open.extend(plan.undecided().into_iter().map(|finding| Finding { severity, ..finding }));
    }

    /// Keeps the findings on the plan as written that are certain, and adds those that it does not show.
    fn replace(self, findings: &mut Vec<Finding>) {
        let keys_of = |finding: &Finding| {
            let mut keys = Vec::new();
            add_keys(finding, &mut keys);
            keys
        };
        findings.retain(|finding| keys_of(finding).iter().any(|key| self.certain.contains(key)));
        let worded: HashSet<Key> = findings.iter().flat_map(keys_of).collect();
        findings.extend(self.open.into_iter().filter(|finding| !worded.contains(&key(finding))));
    }
}
