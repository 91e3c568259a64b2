//! Rules on all deployments of a template: which deployments fail, and parameter values that show it.
//!
//! Which deployments a rule fails in comes from one evaluation of all of them. What to say about a failure comes from the
//! evaluation of one of them, so its words are those of any other finding.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};

use bumpalo::Bump;

use super::policy::{Compiled, Policy};
use super::request::{DeploymentScope, Request, UnknownPolicy};
use super::run::{Run, ended_early, unread};
use super::view::Subject;
use cfn_warden_guard::deployments::{Points, VARIANTS, Varying, VaryingCheck, VaryingOutcome};
use cfn_warden_guard::{self as guard, Doc, Profile, Status};
use cfn_warden_schema::pattern::{Outcome, Pattern};
use cfn_warden_syntax::deployments::{DeploymentSet, NODES, Variation};
use cfn_warden_syntax::finding::{DeploymentNote, Finding, Severity};
use cfn_warden_syntax::{Node, Path, Position, Step, Tree, Value};
use cfn_warden_template::deployments::{Inputs, VaryingTemplate, varying};
use cfn_warden_template::resolve::Defaults;
use cfn_warden_template::{Parameter, ParameterSet};

/// The most deployments of a document that are evaluated one by one to describe failures.
const SHOWN: usize = 64;
/// The most unknown values that a finding names.
const NAMED: usize = 8;

impl Policy<'_, '_> {
    /// Evaluates the rules for deployments on those of a document; returns whether a rule applied.
    pub(super) fn evaluate_deployments<'a>(
        &self,
        arena: &'a Bump,
        subject: &Subject<'_, 'a>,
        request: &Request<'_>,
        run: &mut Run<'_>,
    ) -> bool {
        let patterns = Patterns::default();
        let Some(template) = deployments_of(arena, subject, request, &patterns, run) else { return false };
        let trees: Vec<&Tree<'_>> = subject.merged.iter().copied().chain([&template.tree]).collect();
        let doc = match Doc::new(arena, &trees, Profile::CloudFormation) {
            Ok(doc) => doc.with_limits(request.guard_limits, self.steps.get()).with_cancel(request.cancel),
            Err(error) => {
                run.incomplete.push(unread(subject.name, error));
                return false;
            }
        };
        let varying = Varying {
            sets: &template.space.deployments,
            valid: template.space.valid,
            variations: &template.variations,
            tree: u32::try_from(subject.merged.len()).unwrap_or(u32::MAX),
        };
        let points = Points::of(&doc, &varying);
        let options = guard::Options { now: request.now, ..guard::Options::default() };
        let (mut evaluated, mut applied) = (Vec::new(), false);
        for compiled in self.rules.iter().filter(|compiled| compiled.deployments == Some(subject.scope)) {
            let Some(rules) = compiled.rules.as_deref() else { continue };
            match guard::evaluate_deployments(rules, &doc, &varying, &points, &options) {
                Ok(outcome) => {
                    applied |= count(compiled, &outcome, run);
                    note_gaps(compiled.name, &outcome, &template, run);
                    evaluated.push(Evaluated { compiled, rules, outcome });
                }
                Err(error) => run.incomplete.push(ended_early(compiled.name, &error.to_string())),
            }
        }
        // Findings have their own work.
        template.space.deployments.mark();
        let notes = RefCell::default();
        let (template, patterns) = (&template, &patterns);
        let findings = Findings { template, doc: &doc, trees: &trees, subject, request, options, patterns, notes };
        let mut found = findings.failures(&evaluated);
        found.extend(evaluated.iter().flat_map(|one| findings.unknowns(one)));
        run.findings.append(&mut found);
        if template.space.deployments.is_limited() {
            let why = "not all findings were described: they depend on too many parameters and conditions at once; supply \
                       values for some parameters, or check fewer rules at once";
            run.incomplete.push(super::not_checked(subject.name, why));
        }
        self.steps.set(doc.steps_taken());
        applied
    }
}

/// Returns a template in the deployments of the request; records if there is none.
fn deployments_of<'a>(
    arena: &'a Bump,
    subject: &Subject<'_, 'a>,
    request: &Request<'_>,
    patterns: &Patterns,
    run: &mut Run<'_>,
) -> Option<VaryingTemplate<'a>> {
    let none = ParameterSet::default();
    let given = request.lint_settings.parameter_sets.first();
    let parameter_values = given.filter(|_| subject.scope != DeploymentScope::Any).unwrap_or(&none);
    let defaults = if subject.scope == DeploymentScope::Default { Defaults::Used } else { Defaults::Unknown };
    let regions: Vec<&str> = request.lint_settings.regions.iter().flatten().map(String::as_str).collect();
    let matches = |pattern: &str, text: &str| patterns.matches(pattern, text);
    let template =
        varying(arena, subject.tree, &Inputs { parameter_values, defaults, regions: &regions, matches: &matches });
    if template.space.deployments.is_limited() {
        let why = format!(
            "the deployments were not checked: the limit of {NODES} nodes for sets of deployments, or of the work on them, was \
             exceeded, because conditions and values depend on too many parameters at once; supply values for some \
             parameters, or split the template"
        );
        run.incomplete.push(super::not_checked(subject.name, &why));
        return None;
    }
    if template.limited {
        let why = "not all deployments were distinguished: some values depend on too many parameters and conditions, or are \
                   too long or nested too deep, and were treated as unknown; supply values for some parameters, or split \
                   the template";
        run.incomplete.push(super::not_checked(subject.name, why));
    }
    if template.space.valid.is_empty() {
        let why = "the template has no deployment: its Rules or the supplied parameter values exclude every one";
        run.incomplete.push(super::not_checked(subject.name, why));
        return None;
    }
    Some(template)
}

/// The `AllowedPattern`s of parameters, each compiled once; `None` for one that is not a regular expression.
#[derive(Default)]
struct Patterns(RefCell<HashMap<String, Option<Pattern>>>);

impl Patterns {
    /// Decides whether a pattern admits a text.
    fn matches(&self, pattern: &str, text: &str) -> Option<bool> {
        /// Steps; the patterns of parameters are small.
        const BUDGET: u32 = 100_000;
        let mut known = self.0.borrow_mut();
        if !known.contains_key(pattern) {
            known.insert(pattern.to_owned(), Pattern::compile(&format!("(?:{pattern})\\Z")).ok());
        }
        match known.get(pattern)?.as_ref()?.matches(text, BUDGET) {
            Outcome::Match => Some(true),
            Outcome::NoMatch => Some(false),
            Outcome::OutOfBudget => None,
        }
    }
}

/// Counts the verdicts of rules. A rule that fails in some deployments fails; one that passes in some passes.
fn count(compiled: &Compiled<'_>, outcome: &VaryingOutcome<'_>, run: &mut Run<'_>) -> bool {
    let mut applied = false;
    for (rule, verdict) in outcome.rules.iter().filter(|(rule, _)| compiled.counts(rule)) {
        let status = if !verdict.fail.is_empty() {
            Status::Fail
        } else if !verdict.pass.is_empty() || !verdict.unknown.is_empty() {
            Status::Pass
        } else {
            Status::Skip
        };
        run.rules.count(status);
        run.coverage.record(compiled.name, rule, status);
        applied |= status != Status::Skip;
    }
    applied
}

/// Records what keeps the verdicts of a rules file from being exact.
fn note_gaps(name: &str, outcome: &VaryingOutcome<'_>, template: &VaryingTemplate<'_>, run: &mut Run<'_>) {
    if let Some((set, message)) = &outcome.error {
        let when = template.space.describe(*set);
        run.incomplete.push(ended_early(name, &format!("{message} ({when})")));
    }
    if let Some(rule) = outcome.limited {
        let why = format!(
            "not all deployments were distinguished: a value that rule `{rule}` reads, or the values that it compares at \
             once, differ in more than {VARIANTS} ways; in the other deployments, this rule and those after it are not \
             decided; supply values for some parameters, or compare fewer values at once"
        );
        run.incomplete.push(ended_early(name, &why));
    }
}

/// A rules file and its verdicts.
struct Evaluated<'p, 'e> {
    compiled: &'p Compiled<'p>,
    rules: &'e guard::Rules,
    outcome: VaryingOutcome<'e>,
}

/// What a finding is about: the rule, the location of the clause, and the start of the value.
type Key = (String, String, Option<Position>);

/// A failure that is not described yet.
struct Failure<'c, 'e> {
    check: &'c VaryingCheck<'e>,
    set: DeploymentSet,
}

/// What findings are made of.
struct Findings<'f, 't, 'a> {
    template: &'f VaryingTemplate<'a>,
    doc: &'f Doc<'f>,
    trees: &'f [&'f Tree<'a>],
    subject: &'f Subject<'t, 'a>,
    request: &'f Request<'f>,
    options: guard::Options,
    patterns: &'f Patterns,
    /// What is said about a set of deployments, which many findings have in common.
    notes: RefCell<HashMap<DeploymentSet, DeploymentNote>>,
}

impl Findings<'_, '_, '_> {
    /// Returns a finding for each clause and value that fails in some deployment, as one of these deployments shows it.
    fn failures(&self, evaluated: &[Evaluated<'_, '_>]) -> Vec<Finding> {
        let mut open: Vec<BTreeMap<Key, Failure<'_, '_>>> = evaluated.iter().map(|one| self.failing(one)).collect();
        let mut findings = Vec::new();
        for _ in 0..SHOWN {
            let Some(set) = open.iter().flat_map(BTreeMap::values).map(|failure| failure.set).next() else { break };
            let Some(deployment) = self.template.space.pick(set) else { break };
            let arena = Bump::new();
            let tree = self.template.instance(&arena, &deployment);
            let trees: Vec<&Tree<'_>> = self.subject.merged.iter().copied().chain([&tree]).collect();
            let Ok(doc) = Doc::new(&arena, &trees, Profile::CloudFormation) else { break };
            let doc = doc.with_limits(self.request.guard_limits, 0).with_cancel(self.request.cancel);
            for (one, open) in evaluated.iter().zip(&mut open) {
                let (shown, rest) = std::mem::take(open)
                    .into_iter()
                    .partition(|(_, failure)| self.template.space.contains(failure.set, &deployment));
                *open = rest;
                findings.extend(self.shown(one, shown, &doc, &trees));
            }
        }
        let rest = evaluated.iter().zip(open);
        findings.extend(rest.flat_map(|(one, open)| open.into_values().map(|failure| self.unshown(one, &failure))));
        findings
    }

    /// The clauses and values of a rules file that fail in some deployment.
    fn failing<'c, 'e>(&self, one: &'c Evaluated<'_, 'e>) -> BTreeMap<Key, Failure<'c, 'e>> {
        let sets = &self.template.space.deployments;
        let mut failing: BTreeMap<Key, Failure<'_, '_>> = BTreeMap::new();
        for check in one.outcome.checks.iter().filter(|check| !check.fail.is_empty()) {
            if !one.outcome.rules.get(check.rule as usize).is_some_and(|(name, _)| one.compiled.counts(name)) {
                continue;
            }
            let key = key(&self.finding(one, check, ""));
            let failure = failing.entry(key).or_insert(Failure { check, set: DeploymentSet::NONE });
            failure.set = sets.or(failure.set, check.fail);
        }
        failing
    }

    /// Returns the findings about these failures in a deployment that has them.
    fn shown(
        &self,
        one: &Evaluated<'_, '_>,
        mut failures: BTreeMap<Key, Failure<'_, '_>>,
        doc: &Doc<'_>,
        trees: &[&Tree<'_>],
    ) -> Vec<Finding> {
        if failures.is_empty() {
            return Vec::new();
        }
        let mut findings = Vec::new();
        if let Ok(outcome) = guard::evaluate(one.rules, doc, &self.options) {
            for mut finding in outcome.findings(trees, self.subject.name) {
                // A disjunction fails where all of its clauses do; it is shown once.
                let keys: Vec<Key> = std::iter::once(&finding).chain(&finding.children).map(key).collect();
                let known: Vec<_> = keys.iter().filter_map(|key| failures.remove(key)).collect();
                let Some(failure) = known.first() else { continue };
                finding.deployments = Some(Box::new(self.note(failure.set, Vec::new())));
                findings.push(finding);
            }
        }
        findings.extend(failures.into_values().map(|failure| self.unshown(one, &failure)));
        findings
    }

    /// Returns a finding about a failure that no evaluated deployment describes.
    fn unshown(&self, one: &Evaluated<'_, '_>, failure: &Failure<'_, '_>) -> Finding {
        let mut finding = self.finding(one, failure.check, "the clause fails");
        finding.deployments = Some(Box::new(self.note(failure.set, Vec::new())));
        finding
    }

    /// Returns a finding for each clause and value that may fail, depending on an unknown value.
    fn unknowns(&self, one: &Evaluated<'_, '_>) -> Vec<Finding> {
        let sets = &self.template.space.deployments;
        let mut open: BTreeMap<Key, (Finding, DeploymentSet)> = BTreeMap::new();
        for check in one.outcome.checks.iter().filter(|check| !check.unknown.is_empty()) {
            let Some((name, verdict)) = one.outcome.rules.get(check.rule as usize) else { continue };
            let set = sets.and(check.unknown, verdict.unknown);
            if set.is_empty() || !one.compiled.counts(name) {
                continue;
            }
            let unknowns = self.unknown_values(check);
            let what = if unknowns.is_empty() { "a value".to_owned() } else { unknowns.join(", ") };
            let message = format!("not decided: it depends on {what}, which is not known");
            let mut finding = self.finding(one, check, &message);
            finding.severity = match self.request.unknown {
                UnknownPolicy::Pass => Severity::Informational,
                UnknownPolicy::Warn => Severity::Warning,
                UnknownPolicy::Fail => Severity::Error,
            };
            finding.deployments = Some(Box::new(DeploymentNote { unknowns, ..DeploymentNote::default() }));
            let entry = open.entry(key(&finding)).or_insert((finding, DeploymentSet::NONE));
            entry.1 = sets.or(entry.1, set);
        }
        let noted = open.into_values().map(|(mut finding, set)| {
            let unknowns = finding.deployments.take().map(|note| note.unknowns).unwrap_or_default();
            finding.deployments = Some(Box::new(self.note(set, unknowns)));
            finding
        });
        noted.collect()
    }

    /// The unknown values that a check depends on, without duplicates.
    fn unknown_values(&self, check: &VaryingCheck<'_>) -> Vec<String> {
        let mut names = Vec::new();
        let own = self.trees.len().checked_sub(1);
        let source = self.doc.source(check.origin).filter(|source| Some(source.tree as usize) == own);
        let node = source.and_then(|source| node_at(&self.template.tree, &self.template.tree.path(source.node)));
        if let Some(node) = node {
            self.add_unknowns(node, &mut names);
        }
        names
    }

    fn add_unknowns(&self, node: Node<'_>, names: &mut Vec<String>) {
        if names.len() >= NAMED {
            return;
        }
        if let Some(Variation::Unknown(unknown)) = self.template.variations.get(&node.id) {
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

    fn finding(&self, one: &Evaluated<'_, '_>, check: &VaryingCheck<'_>, message: &str) -> Finding {
        one.outcome.finding(check, self.doc, self.trees, self.subject.name, message)
    }

    fn note(&self, set: DeploymentSet, unknowns: Vec<String>) -> DeploymentNote {
        let known = self.notes.borrow().get(&set).cloned();
        let note = known.unwrap_or_else(|| {
            let note = self.note_about(set);
            self.notes.borrow_mut().insert(set, note.clone());
            note
        });
        DeploymentNote { unknowns, ..note }
    }

    fn note_about(&self, set: DeploymentSet) -> DeploymentNote {
        let matches = |pattern: &str, text: &str| self.patterns.matches(pattern, text);
        let witness = self.template.witness(set, &matches).unwrap_or_default();
        let mut values: Vec<_> =
            witness.values.into_iter().map(|(name, value)| (name.to_owned(), self.visible(name, value))).collect();
        values.sort();
        DeploymentNote { when: self.template.space.describe(set).to_string(), witness: values, unknowns: Vec::new() }
    }

    /// Masks the value of a hidden parameter.
    fn visible(&self, name: &str, value: String) -> String {
        let parameter = self.subject.tree.root.get("Parameters").and_then(|section| section.get(name));
        let is_hidden =
            parameter.and_then(|node| Parameter::of(name, node)).is_some_and(|parameter| parameter.is_hidden());
        if is_hidden { "****".to_owned() } else { value }
    }
}

/// Returns the node at a path.
fn node_at<'a>(tree: &Tree<'a>, path: &Path) -> Option<Node<'a>> {
    path.0.iter().try_fold(tree.root, |node, step| match step {
        Step::Key(key) => node.get(key),
        Step::Index(index) => node.as_list()?.get(*index as usize).copied(),
    })
}

fn key(finding: &Finding) -> Key {
    let start = finding.value_span.map(|span| span.start);
    (finding.rule.id.clone().into_owned(), finding.rule.source.clone().into_owned(), start)
}
