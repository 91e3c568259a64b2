//! Findings about rules on all deployments of a template.

use std::collections::{BTreeMap, HashMap, HashSet};

use bumpalo::Bump;

use super::notes::{Affected, Findings, Key, add_keys, key, not_decided, unknown_values};
use crate::UnknownPolicy;
use crate::compiled::Compiled;
use cfn_warden_guard::deployments::{VaryingCheck, VaryingOutcome};
use cfn_warden_guard::{self as guard, Doc, Profile};
use cfn_warden_syntax::deployments::{Assignment, DeploymentSet};
use cfn_warden_syntax::finding::{Certainty, DeploymentNote, Finding};
use cfn_warden_syntax::{NodeId, Text, Tree};
use cfn_warden_template::deployments::Unknowns;
use cfn_warden_template::document::logical_id;

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
    affected: Affected,
}

/// What a document has in place of unknown values.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Words {
    Functions,
    /// A failure for all values of a function may depend on its place being a text.
    Names,
    /// The parameter values that findings about the deployment show: a run with these has the same words and locations.
    Witness,
}

type Failures = BTreeMap<Key, Failure>;

/// A failure that is described.
struct Described {
    /// The index of the rules file.
    file: usize,
    finding: Finding,
    affected: Affected,
}

impl Described {
    /// Whether both are about the same clause and value.
    fn is_same(&self, other: &Described) -> bool {
        self.file == other.file && key(&self.finding) == key(&other.finding)
    }
}

impl<'a> Findings<'_, '_, 'a> {
    /// Returns a finding for each clause and value that fails in some deployment, as one of these deployments shows it.
    pub fn failures(&self, evaluated: &[Evaluated<'_, '_>]) -> Vec<Finding> {
        let mut open: Vec<Failures> = evaluated.iter().map(|one| self.failing(one)).collect();
        let mut described = Vec::new();
        let sets: HashSet<_> = open
            .iter()
            .flat_map(BTreeMap::values)
            .map(|failure| failure.affected.shown)
            .collect();
        let mut left = SHOWN;
        // In this order, a failure is described in the deployment that its parameter values show.
        for deployment in self.template.space.picks(sets) {
            let is_had = |failure: &Failure| {
                self.template
                    .space
                    .contains(failure.affected.shown, &deployment)
            };
            let mut shown: Vec<Failures> = Vec::with_capacity(open.len());
            for open in &mut open {
                shown.push(open.extract_if(.., |_, failure| is_had(failure)).collect());
            }
            if shown.iter().all(BTreeMap::is_empty) {
                continue;
            }
            self.describe_controls(evaluated, &deployment, &mut shown, &mut described);
            for words in [Words::Functions, Words::Names, Words::Witness] {
                if shown.iter().any(|failures| !failures.is_empty()) {
                    self.describe(evaluated, &deployment, words, &mut shown, &mut described);
                }
            }
            described.extend(rest(shown));
            left -= 1;
            if left == 0 {
                break;
            }
        }
        let all = described.into_iter().chain(rest(open));
        all.map(|one| self.noted(one.finding, one.affected))
            .collect()
    }

    /// Describes the failures of controls in a document that has only their resources: their words do not depend on the
    /// others. A failure that this document does not show is left for the whole one.
    fn describe_controls(
        &self,
        evaluated: &[Evaluated<'_, '_>],
        deployment: &Assignment,
        failures: &mut [Failures],
        described: &mut Vec<Described>,
    ) {
        let of_controls = || {
            let files = evaluated
                .iter()
                .zip(failures.iter())
                .filter(|(one, _)| !one.compiled.controls.is_empty());
            files.flat_map(|(_, failures)| failures.values())
        };
        let resources: HashSet<String> = of_controls()
            .filter_map(|failure| {
                failure
                    .finding
                    .path
                    .as_ref()
                    .and_then(logical_id)
                    .map(str::to_owned)
            })
            .collect();
        if resources.is_empty() {
            return;
        }
        let arena = Bump::new();
        let is_wanted = |id: &str| resources.contains(id);
        let tree = self
            .template
            .instance_of(&arena, deployment, Unknowns::Functions, is_wanted);
        self.collect_secrets(&tree);
        let trees: Vec<&Tree<'_>> = self.subject.merged.iter().copied().chain([&tree]).collect();
        let Ok(doc) = Doc::new(&arena, &trees, Profile::CloudFormation) else {
            return;
        };
        let doc = doc
            .with_limits(self.request.guard_limits, 0)
            .with_cancel(self.request.cancel);
        for (file, (one, failures)) in evaluated.iter().zip(failures).enumerate() {
            if failures.is_empty() || one.compiled.controls.is_empty() {
                continue;
            }
            let found = self
                .found((file, one), &doc, (&trees, deployment), is_meant, failures)
                .into_iter()
                .map(|(one, _)| one);
            described.extend(found.filter(|one| !one.affected.all.is_empty()));
        }
    }

    /// Evaluates a rules file on a document of one deployment. Returns what fails, each with the failures that it describes, which
    /// are removed from `failures`.
    fn found(
        &self,
        (file, one): (usize, &Evaluated<'_, '_>),
        doc: &Doc<'_>,
        (trees, deployment): (&[&Tree<'_>], &Assignment),
        is_wanted: fn(&Finding, &Failures) -> bool,
        failures: &mut Failures,
    ) -> Vec<(Described, Vec<Key>)> {
        let Ok(outcome) = guard::evaluate(one.rules, doc, &self.options) else {
            return Vec::new();
        };
        let mut items_of = HashMap::new();
        let mut found: Vec<_> = outcome
            .findings(trees, self.subject.name)
            .into_iter()
            .map(|mut finding| {
                self.restore_paths(&mut finding, deployment, &mut items_of);
                keyed(finding)
            })
            .collect();
        found.retain(|(finding, _)| is_wanted(finding, failures));
        let own = |(finding, keys): (Finding, Vec<Key>)| {
            let affected = self.union(keys.iter().filter_map(|key| failures.remove(key)));
            (
                Described {
                    file,
                    finding,
                    affected,
                },
                keys,
            )
        };
        found.into_iter().map(own).collect()
    }

    /// Replaces the paths of a finding in the document of a deployment, in which lists lack items of other deployments, by those
    /// in the template.
    fn restore_paths(
        &self,
        finding: &mut Finding,
        deployment: &Assignment,
        items_of: &mut HashMap<NodeId, Vec<u32>>,
    ) {
        let extent = finding.extent.iter_mut().map(|extent| &mut extent.path);
        for path in finding.path.iter_mut().chain(extent) {
            *path = self.template.path_of_deployment(path, deployment, items_of);
        }
        for child in &mut finding.children {
            self.restore_paths(child, deployment, items_of);
        }
    }

    /// Describes the failures that the document of a deployment shows.
    fn describe(
        &self,
        evaluated: &[Evaluated<'_, '_>],
        deployment: &Assignment,
        words: Words,
        failures: &mut [Failures],
        described: &mut Vec<Described>,
    ) {
        let arena = Bump::new();
        let tree = self.document(&arena, deployment, words);
        self.collect_secrets(&tree);
        let trees: Vec<&Tree<'_>> = self.subject.merged.iter().copied().chain([&tree]).collect();
        let Ok(doc) = Doc::new(&arena, &trees, Profile::CloudFormation) else {
            return;
        };
        let doc = doc
            .with_limits(self.request.guard_limits, 0)
            .with_cancel(self.request.cancel);
        for (file, (one, failures)) in evaluated.iter().zip(failures).enumerate() {
            if failures.is_empty() {
                continue;
            }
            // What a function fails that is in place of a value is not about the value.
            let is_wanted = if words == Words::Witness {
                |_: &Finding, _: &Failures| true
            } else {
                is_meant
            };
            let mut found =
                self.found((file, one), &doc, (&trees, deployment), is_wanted, failures);
            if words == Words::Witness {
                // The clause may be described at another value, first where nothing else is in this deployment.
                let is_here = |known: &Described| {
                    self.template.space.contains(known.affected.all, deployment)
                };
                let is_taken = |one: &Described| {
                    !one.affected.all.is_empty()
                        || described
                            .iter()
                            .any(|known| known.is_same(one) && is_here(known))
                };
                found.sort_by_cached_key(|(one, _)| is_taken(one));
                for (one, keys) in &mut found {
                    let is_clause =
                        |failure: &Key| keys.iter().any(|key| key.has_clause_of(failure));
                    let more = failures
                        .extract_if(.., |key, _| is_clause(key))
                        .map(|(_, failure)| failure);
                    let more = self.union(more);
                    match described
                        .iter_mut()
                        .find(|known| one.affected.all.is_empty() && known.is_same(one))
                    {
                        Some(known) => known.affected = self.both(known.affected, more),
                        None => one.affected = self.both(one.affected, more),
                    }
                }
            }
            found.retain(|(one, _)| !one.affected.all.is_empty());
            described.extend(found.into_iter().map(|(one, _)| one));
        }
    }

    /// Returns the document of a deployment.
    fn document<'b>(&self, arena: &'b Bump, deployment: &Assignment, words: Words) -> Tree<'b>
    where
        'a: 'b,
    {
        let unknowns = match words {
            Words::Functions => Unknowns::Functions,
            Words::Names => Unknowns::Names,
            Words::Witness => match self.resolved(arena, deployment) {
                Some(tree) => return tree,
                None => Unknowns::Functions,
            },
        };
        self.template.instance(arena, deployment, unknowns)
    }

    fn union(&self, failures: impl Iterator<Item = Failure>) -> Affected {
        failures.fold(Affected::NONE, |all, failure| {
            self.both(all, failure.affected)
        })
    }

    fn both(&self, one: Affected, other: Affected) -> Affected {
        let sets = &self.template.space.deployments;
        Affected {
            all: sets.or(one.all, other.all),
            shown: sets.or(one.shown, other.shown),
            is_unsure: one.is_unsure || other.is_unsure,
        }
    }

    /// The clauses and values of a rules file that fail in some deployment.
    fn failing(&self, one: &Evaluated<'_, '_>) -> Failures {
        let sets = &self.template.space.deployments;
        let mut failing = Failures::new();
        let unsure = one.outcome.unsure(sets);
        let mut add = |finding: Finding, set| {
            let failure = failing.entry(key(&finding)).or_insert(Failure {
                finding,
                affected: Affected::NONE,
            });
            failure.affected = Affected::new(sets.or(failure.affected.all, set), unsure, sets);
        };
        for check in one
            .outcome
            .checks
            .iter()
            .filter(|check| !check.fail.is_empty())
        {
            if self.counts(one, check.rule as usize) {
                add(
                    self.finding(one, check, "the clause fails".into()),
                    check.fail,
                );
            }
        }
        for rest in one
            .outcome
            .unexplained(sets)
            .into_iter()
            .filter(|rest| !rest.fail.is_empty())
        {
            if self.counts(one, rest.rule) {
                let message = "the rule fails: its conditions cannot be evaluated";
                add(
                    one.outcome
                        .rule_finding(rest.rule, self.subject.name, message.into()),
                    rest.fail,
                );
            }
        }
        failing
    }

    fn counts(&self, one: &Evaluated<'_, '_>, rule: usize) -> bool {
        one.outcome
            .rules
            .get(rule)
            .is_some_and(|(name, _)| one.compiled.counts(name))
    }

    fn noted(&self, finding: Finding, affected: Affected) -> Finding {
        Finding {
            deployments: Some(Box::new(self.note(affected, Vec::new()))),
            ..finding
        }
    }

    /// Returns a finding for each clause and value that may fail, depending on an unknown value.
    pub fn unknowns(&self, one: &Evaluated<'_, '_>) -> Vec<Finding> {
        let sets = &self.template.space.deployments;
        let counted = |check: &VaryingCheck<'_>| {
            let (name, verdict) = one.outcome.rules.get(check.rule as usize)?;
            one.compiled.counts(name).then_some(verdict)
        };
        // Where one value of a parameter is known to fail a clause, its other values add nothing.
        let fails = |check: &&VaryingCheck<'_>| {
            counted(check).is_some_and(|verdict| {
                let set = sets.and(check.fail, verdict.fail);
                !set.is_empty() && self.template.space.is_about_open_parameters(set)
            })
        };
        let failures = one.outcome.checks.iter().filter(fails);
        let failures: HashSet<Key> = failures
            .map(|check| key(&self.finding(one, check, Text::default())))
            .collect();
        let mut open: BTreeMap<Key, (Finding, Vec<Text>, DeploymentSet)> = BTreeMap::new();
        let mut add = |finding: Finding, unknowns, set| {
            let entry =
                open.entry(key(&finding))
                    .or_insert((finding, unknowns, DeploymentSet::NONE));
            entry.2 = sets.or(entry.2, set);
        };
        for check in one
            .outcome
            .checks
            .iter()
            .filter(|check| !check.unknown.is_empty())
        {
            let Some(verdict) = counted(check) else {
                continue;
            };
            let set = sets.and(check.unknown, verdict.unknown);
            if !set.is_empty() {
                let tree = (&self.template.tree, self.subject.merged.len());
                let unknowns = unknown_values(check, self.doc, tree, &self.template.variations);
                let finding = self.finding(one, check, not_decided(&unknowns, WHY));
                let is_open = self.template.space.is_about_open_parameters(set);
                if !is_open || !failures.contains(&key(&finding)) {
                    add(finding, unknowns, set);
                }
            }
        }
        for rest in one
            .outcome
            .unexplained(sets)
            .into_iter()
            .filter(|rest| !rest.unknown.is_empty())
        {
            if self.counts(one, rest.rule) {
                let finding =
                    one.outcome
                        .rule_finding(rest.rule, self.subject.name, not_decided(&[], WHY));
                add(finding, Vec::new(), rest.unknown);
            }
        }
        let severity = UnknownPolicy::of_templates(self.request.unknown).severity();
        let noted = open.into_values().map(|(finding, unknowns, set)| {
            let note: Option<Box<DeploymentNote>> = Some(Box::new(
                self.note(Affected::new(set, DeploymentSet::NONE, sets), unknowns),
            ));
            Finding {
                severity,
                certainty: Certainty::Undecided,
                deployments: note,
                ..finding
            }
        });
        noted.collect()
    }

    fn finding(&self, one: &Evaluated<'_, '_>, check: &VaryingCheck<'_>, message: Text) -> Finding {
        let mut finding = one.outcome.finding(
            check,
            self.doc,
            (&self.places, self.trees.len()),
            self.subject.name,
            message,
        );
        let extent = finding.extent.iter_mut().map(|extent| &mut extent.path);
        for path in finding.path.iter_mut().chain(extent) {
            *path = self.template.path_in_deployments(path);
        }
        finding
    }
}

/// Why a value is unknown.
const WHY: &str = "which is not known";

/// Failures without a description.
fn rest(failures: Vec<Failures>) -> impl Iterator<Item = Described> {
    let all = failures.into_iter().enumerate();
    all.flat_map(|(file, failures)| {
        failures
            .into_values()
            .map(move |Failure { finding, affected }| Described {
                file,
                finding,
                affected,
            })
    })
}

/// Whether a finding is about failures, and not about a part of a function at the same position, as in `!Sub text`.
fn is_meant(finding: &Finding, failures: &Failures) -> bool {
    let steps = |finding: &Finding| finding.path.as_ref().map_or(0, |path| path.0.len());
    let own = failures.get(&key(finding));
    own.is_some_and(|failure| steps(finding) <= steps(&failure.finding))
        && finding
            .children
            .iter()
            .all(|child| is_meant(child, failures))
}

/// Returns a finding and what it is about.
fn keyed(finding: Finding) -> (Finding, Vec<Key>) {
    let mut keys = Vec::new();
    add_keys(&finding, &mut keys);
    (finding, keys)
}
