//! Guard rules on Terraform plans: which rules the unknown values of a plan decide, and controls.
//!
//! The rules are evaluated on the plan as written, which gives the words of findings, and on the plan in which unknown values are
//! present ([`open`]), which gives the verdicts.

mod findings;
mod open;
mod unset;

use std::collections::HashSet;
use std::sync::Arc;

use bumpalo::Bump;

use self::findings::{Described, Plan};
use self::open::{OpenPlan, open};
use super::compiled::Compiled;
use super::controls;
use super::deployments::{self, Key, add_keys, key};
use super::policy::Policy;
use super::request::{Request, UnknownPolicy};
use super::run::{Incomplete, IncompleteKind, Run, ended_early, unread};
use cfn_warden_guard::deployments::{Points, Varying};
use cfn_warden_guard::doc::LoadError;
use cfn_warden_guard::{self as guard, Doc, Profile, Rules};
use cfn_warden_syntax::arena::ArenaValue;
use cfn_warden_syntax::control::Control;
use cfn_warden_syntax::deployments::{DeploymentSet, Deployments};
use cfn_warden_syntax::derive::{derive, edited};
use cfn_warden_syntax::finding::Finding;
use cfn_warden_syntax::{LocationIndex, Node, Tree, Value};

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
        let opened = open(arena, own)?;
        let of_plan = self.plan_controls(own);
        // Controls that do not apply have nothing to check, which is a verdict.
        let mut applied = !request.controls.is_empty();
        let mut rules = &*self.rules;
        if opened.tree.is_none() {
            applied |= count(run);
            rules = &[];
        }
        let plan = View {
            name,
            written,
            doc: written_doc,
            open: &opened,
        };
        let managed = if of_plan.is_empty() {
            None
        } else {
            without_data_sources(arena, own)
        };
        let Some(managed) = managed else {
            applied |= self.evaluate_view(arena, &plan, (&of_plan, rules), request, findings, run);
            return Some(applied);
        };
        applied |= self.evaluate_view(arena, &plan, (&[], rules), request, findings, run);
        let opened = open(arena, &managed)?;
        let trees: Vec<&Tree<'_>> = merged.iter().copied().chain([&managed]).collect();
        match self.plan_doc(arena, &trees, request) {
            Ok(doc) => {
                let plan = View {
                    name,
                    written: &trees,
                    doc: &doc,
                    open: &opened,
                };
                self.evaluate_view(arena, &plan, (&of_plan, &[]), request, findings, run);
            }
            Err(error) => run.incomplete.push(unread(name, error)),
        }
        Some(applied)
    }

    fn plan_doc<'a>(
        &self,
        arena: &'a Bump,
        trees: &[&Tree<'a>],
        request: &'a Request<'_>,
    ) -> Result<Doc<'a>, LoadError> {
        let doc = Doc::new(arena, trees, Profile::CloudFormation)?;
        Ok(doc
            .with_limits(request.guard_limits, self.steps.get())
            .with_cancel(request.cancel))
    }

    /// Evaluates controls and rules files on a plan. Returns whether a rules file applied.
    fn evaluate_view<'a>(
        &self,
        arena: &'a Bump,
        view: &View<'_, 'a>,
        (of_plan, rules): (&[ControlRules<'_>], &[Compiled<'_>]),
        request: &Request<'_>,
        findings: &mut Vec<Finding>,
        run: &mut Run<'_>,
    ) -> bool {
        let Some((own, merged)) = view
            .written
            .split_last()
            .filter(|_| !(of_plan.is_empty() && rules.is_empty()))
        else {
            return false;
        };
        let open = view.open;
        let tree = open.tree.as_ref().unwrap_or(own);
        let plan = Plan {
            name: view.name,
            tree,
            open,
            merged,
        };
        let trees: Vec<&Tree<'_>> = merged.iter().copied().chain([tree]).collect();
        let doc = match self.plan_doc(arena, &trees, request) {
            Ok(doc) => doc,
            Err(error) => {
                run.incomplete.push(unread(plan.name, error));
                return false;
            }
        };
        // There is one deployment, so no set has parts.
        let sets = Deployments::default();
        let index = u32::try_from(merged.len()).unwrap_or(u32::MAX);
        let varying = Varying {
            sets: &sets,
            valid: DeploymentSet::ALL,
            variations: &open.unknowns,
            tree: index,
        };
        let points = Points::of(&doc, &varying);
        let options = guard::Options {
            now: request.now,
            ..guard::Options::default()
        };
        let places = LocationIndex::of(tree, tree.root);
        let unknown = UnknownPolicy::of_plans(request.unknown);
        let evaluate =
            |compiled: &Compiled<'_>, rules: &Rules, decided: &mut Decided, run: &mut Run<'_>| {
                match guard::evaluate_deployments(rules, &doc, &varying, &points, &options) {
                    Ok(outcome) => {
                        let plan = Described {
                            plan: &plan,
                            doc: &doc,
                            places: &places,
                            compiled,
                            outcome: &outcome,
                            sets: &sets,
                        };
                        decided.add(&plan, unknown);
                        // The plan as written may have ended it, too.
                        let is_known = |issue: &Incomplete| {
                            issue.kind == IncompleteKind::Rules && issue.file == compiled.name
                        };
                        if !run.incomplete.iter().any(is_known) {
                            deployments::note_gaps(compiled.name, &outcome, |_| String::new(), run);
                        }
                        deployments::count(compiled, &outcome, run)
                    }
                    Err(error) => {
                        run.incomplete.push(ended_early(compiled.name, &error));
                        false
                    }
                }
            };
        let mut applied = false;
        if !rules.is_empty() {
            let mut decided = Decided::default();
            for compiled in rules {
                let rules = compiled.rules.as_deref();
                applied |= rules.is_some_and(|rules| evaluate(compiled, rules, &mut decided, run));
            }
            decided.replace(findings);
        }
        if !of_plan.is_empty() {
            let (mut of_controls, mut decided) = (Vec::new(), Decided::default());
            for one in of_plan {
                if let Ok(outcome) = guard::evaluate(&one.rules, view.doc, &options) {
                    of_controls.append(&mut outcome.findings(view.written, view.name));
                }
                evaluate(&one.compiled, &one.rules, &mut decided, run);
            }
            decided.replace(&mut of_controls);
            let unknown = UnknownPolicy::of_templates(request.unknown);
            findings.extend(controls::describe(
                of_controls,
                request.controls.iter(),
                unknown,
            ));
        }
        self.steps.set(doc.steps_taken());
        applied
    }

    /// Returns the rules of controls for plans that are about resources of a plan.
    fn plan_controls(&self, tree: &Tree<'_>) -> Vec<ControlRules<'_>> {
        let types: HashSet<&str> = types(tree.root).collect();
        let of_plan = |control| -> Option<ControlRules<'_>> {
            let control: &Arc<Control> = control;
            let plan = control
                .plan
                .as_ref()
                .filter(|plan| controls::has_one(&plan.types, &types))?;
            let rules = self.of_control(&control.id, &plan.rules)?;
            let controls = std::slice::from_ref(control);
            let compiled = Compiled {
                name: &control.id,
                rules: None,
                counted: None,
                declared: None,
                deployments: None,
                controls,
            };
            Some(ControlRules { compiled, rules })
        };
        self.rules
            .iter()
            .flat_map(|compiled| compiled.controls)
            .filter_map(of_plan)
            .collect()
    }
}

/// A plan as written and as loaded, and with its unknown values present.
struct View<'v, 'a> {
    name: &'v str,
    written: &'v [&'v Tree<'a>],
    doc: &'v Doc<'v>,
    open: &'v OpenPlan<'a>,
}

/// Returns a plan for controls, which judge what is deployed and not what is read: data sources have the type `data.TYPE`, so that
/// the resources keep their paths. `None` for a plan without data sources.
fn without_data_sources<'a>(arena: &'a Bump, tree: &Tree<'a>) -> Option<Tree<'a>> {
    let changes = tree.root.get("resource_changes")?.as_list()?;
    if !changes.iter().copied().any(is_data_source) {
        return None;
    }
    let renamed = |kind: Node<'a>| match kind.as_str() {
        Some(name) => Node {
            value: Value::Str(arena.alloc_str(&format!("data.{name}"))),
            ..kind
        },
        None => kind,
    };
    let renamed = |change: &Node<'a>| match is_data_source(*change) {
        true => edited(arena, *change, &mut |key, value| {
            Some(if key == "type" { renamed(value) } else { value })
        }),
        false => *change,
    };
    let changes = arena.keep_all(changes.iter().map(renamed));
    let root = edited(arena, tree.root, &mut |key, section| match key {
        "resource_changes" => Some(Node {
            value: Value::List(changes),
            ..section
        }),
        _ => Some(section),
    });
    Some(derive(arena, tree, root))
}

fn is_data_source(change: Node<'_>) -> bool {
    change.get("mode").and_then(|mode| mode.as_str()) == Some("data")
}

/// The rules of a control for plans.
struct ControlRules<'p> {
    compiled: Compiled<'p>,
    rules: Arc<Rules>,
}

/// Returns the types of the resources in a plan, without data sources.
fn types<'a>(root: Node<'a>) -> impl Iterator<Item = &'a str> {
    let changes = root
        .get("resource_changes")
        .and_then(|changes| changes.as_list())
        .unwrap_or_default();
    changes
        .iter()
        .filter(|change| !is_data_source(**change))
        .filter_map(|change| change.get("type")?.as_str())
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
        self.open
            .extend(plan.undecided().into_iter().map(|finding| Finding {
                severity,
                ..finding
            }));
    }

    /// Keeps the findings on the plan as written that are certain, and adds those that it does not show.
    fn replace(self, findings: &mut Vec<Finding>) {
        let keys_of = |finding: &Finding| {
            let mut keys = Vec::new();
            add_keys(finding, &mut keys);
            keys
        };
        findings.retain(|finding| {
            keys_of(finding)
                .iter()
                .any(|key| self.certain.contains(key))
        });
        let worded: HashSet<Key> = findings.iter().flat_map(keys_of).collect();
        findings.extend(
            self.open
                .into_iter()
                .filter(|finding| !worded.contains(&key(finding))),
        );
    }
}
