//! The document of all deployments: functions are replaced by their values, and places that depend on the deployment
//! get a variation.

use std::collections::{BTreeMap, BTreeSet};

use bumpalo::Bump;

use super::classes::Ways;
use super::guarded::{First, Guarded, SPLITS, is_same_value};
use super::literals::Literals;
use super::names::names_in;
use super::varying::{Inputs, Matches, Placeholder, VaryingTemplate, declared};
use super::{Space, Subject, unknown};
use crate::derivation::bytes_of_items;
use crate::function::{Function, function_of, is_no_value};
use crate::resolve::edges::Edge;
use crate::resolve::evaluate::{DEPTH, Evaluated, Evaluator};
use crate::resolve::facts::{self, texts};
use crate::resolve::known::names;
use crate::resolve::rewrite::{NoValueRemoval, is_opaque};
use crate::resolve::{Defaults, Origin};
use crate::{DerivationLimits, Functions, ParameterSet};
use cfn_warden_syntax::deployments::{DeploymentSet, Deployments, Unknown, Variation};
use cfn_warden_syntax::derive::{Mark, derive_marked};
use cfn_warden_syntax::hash::HashMap;
use cfn_warden_syntax::{Entry, Node, Tree, Value};

/// The maximum number of alternatives in a document.
const ALTERNATIVES: usize = 200_000;
/// The maximum number of parameters with a default and any other value that a function distinguishes.
const DEFAULTS: usize = 4;
/// The maximum number of combinations of the values of parameters that a resource distinguishes if some of them are
/// defaults. Rules that read whole resources see each of them, up to as many.
const VALUES: usize = 256;

pub(super) fn varying<'a>(
    arena: &'a Bump,
    tree: &Tree<'a>,
    inputs: &Inputs<'_>,
) -> VaryingTemplate<'a> {
    let mut evaluator = evaluator(arena, tree, inputs);
    let valid = evaluator.valid(tree);
    let ways = evaluator.facts.ways();
    let mut document = Document {
        arena,
        evaluator,
        first_mark: tree.len(),
        marks: Vec::new(),
        variations: Vec::new(),
        alternatives: ALTERNATIVES,
        placeholder: inputs.placeholder,
        ways,
        together: Together::NOTHING,
    };
    let root = document.root(tree.root, valid);
    let Document {
        evaluator,
        marks,
        variations,
        ..
    } = document;
    let (derived, placed) = derive_marked(arena, tree, root, &marks);
    let variations = placed
        .into_iter()
        .zip(variations)
        .filter_map(|(id, variation)| Some((id, variation?)));
    let limited = evaluator.limited || evaluator.facts.deployments.is_limited();
    let Guarded {
        deployments,
        axes,
        parameters,
        verdicts,
        fixed,
        ..
    } = evaluator.facts;
    let supplied = fixed
        .known
        .iter()
        .filter(|(_, known)| matches!(known.origin, Origin::Given { .. }));
    let text_of = |value: Node<'_>| texts(Evaluated::To(value)).unwrap_or_default().join(",");
    let supplied = supplied
        .map(|(name, known)| (*name, (!known.hidden).then(|| text_of(known.value))))
        .collect();
    let conditions = sorted_conditions(tree, verdicts);
    let variations = variations.collect();
    VaryingTemplate {
        tree: derived,
        variations,
        space: Space {
            deployments,
            axes,
            conditions,
            valid,
            supplied,
            parameters,
        },
        limited,
    }
}

/// Whether the assertions in `Rules` can be true with these parameter values and the defaults of others.
pub(super) fn is_admitted(
    tree: &Tree<'_>,
    parameter_values: &ParameterSet,
    matches: Matches<'_>,
) -> bool {
    let arena = Bump::new();
    let inputs = Inputs {
        parameter_values,
        defaults: Defaults::Used,
        regions: &[],
        placeholder: None,
        matches,
        limits: DerivationLimits::default(),
    };
    !evaluator(&arena, tree, &inputs).valid(tree).is_empty()
}

fn evaluator<'a, 'i>(
    arena: &'a Bump,
    tree: &Tree<'a>,
    inputs: &Inputs<'i>,
) -> Evaluator<'a, Guarded<'a, 'i>> {
    let facts = Guarded {
        arena,
        deployments: Deployments::default(),
        axes: Vec::new(),
        guard: DeploymentSet::ALL,
        frozen: false,
        first: First::Chosen(None),
        splits: SPLITS,
        fixed: names(arena, tree, &inputs.resolved()),
        parameters: declared(arena, tree).collect(),
        literals: Literals::of(arena, tree),
        regions: inputs.regions,
        matches: inputs.matches,
        cancel: inputs.limits.cancel,
        classes: BTreeMap::new(),
        conditions: facts::conditions(tree),
        verdicts: HashMap::default(),
        arguments: HashMap::default(),
        undecided: HashMap::default(),
    };
    Evaluator::new(arena, tree, facts, inputs.limits)
}

/// Returns the conditions in source order, those that are not declared last.
fn sorted_conditions<'a>(
    tree: &Tree<'a>,
    mut verdicts: HashMap<&'a str, Option<DeploymentSet>>,
) -> Vec<(&'a str, DeploymentSet)> {
    let section = tree
        .root
        .get("Conditions")
        .and_then(|section| section.as_map())
        .unwrap_or_default();
    let declared = section
        .iter()
        .filter_map(|entry| verdicts.remove_entry(entry.key.as_str()?));
    let mut conditions: Vec<_> = declared.collect();
    let mut others: Vec<_> = verdicts.into_iter().collect();
    others.sort_unstable();
    conditions.append(&mut others);
    conditions
        .into_iter()
        .filter_map(|(name, set)| Some((name, set?)))
        .collect()
}

pub(super) struct Document<'a, 'i> {
    pub arena: &'a Bump,
    evaluator: Evaluator<'a, Guarded<'a, 'i>>,
    pub first_mark: usize,
    pub marks: Vec<Mark>,
    /// The variation of each mark.
    pub variations: Vec<Option<Variation<'a>>>,
    /// The number of alternatives that may still be created.
    alternatives: usize,
    /// Values that are not known.
    pub placeholder: Option<&'i Placeholder>,
    ways: BTreeMap<&'a str, Ways>,
    /// The parameters whose defaults are taken together in the current resource.
    together: Together<'a>,
}

/// Parameters whose defaults are taken together.
#[derive(Debug)]
struct Together<'a> {
    names: BTreeSet<&'a str>,
    /// The deployments with these defaults; none if a function of these parameters is not evaluated at all.
    deployments: DeploymentSet,
}

impl Together<'_> {
    const NOTHING: Together<'static> = Together {
        names: BTreeSet::new(),
        deployments: DeploymentSet::ALL,
    };
}

/// Values in disjoint sets of deployments.
pub(super) type Alternatives<'a> = Vec<(DeploymentSet, Node<'a>)>;

/// The value of a function in some deployments.
enum Outcome<'a> {
    Known(Node<'a>),
    Unknown(Unknown<'a>),
}

impl<'a> Document<'a, '_> {
    fn root(&mut self, root: Node<'a>, valid: DeploymentSet) -> Node<'a> {
        let Some(sections) = root.as_map() else {
            return root;
        };
        let section = |entry: &Entry<'a>| {
            let value = match (entry.key.as_str(), entry.value.as_map()) {
                (Some("Resources" | "Outputs"), Some(members)) => {
                    self.members(entry.value, members, valid)
                }
                _ => entry.value,
            };
            Entry {
                key: entry.key,
                value,
            }
        };
        let entries: Vec<_> = sections.iter().map(section).collect();
        Node {
            value: Value::Map(self.arena.alloc_slice_copy(&entries)),
            ..root
        }
    }

    /// Rewrites resources or outputs, without those that no deployment has.
    fn members(
        &mut self,
        section: Node<'a>,
        members: &'a [Entry<'a>],
        valid: DeploymentSet,
    ) -> Node<'a> {
        let mut kept = Vec::with_capacity(members.len());
        for entry in members {
            let condition = entry.value.get("Condition").and_then(|name| name.as_str());
            let guard = match condition {
                Some(name) => {
                    let holds = self.evaluator.condition_set(name, 0);
                    self.deployments().and(valid, holds)
                }
                None => valid,
            };
            if guard.is_empty() {
                continue;
            }
            self.together = self.together(entry.value);
            let value = match entry.key.as_str().is_some_and(is_opaque) {
                true => entry.value,
                false => self
                    .node(entry.value, guard, NoValueRemoval::AllowedBelow, 0)
                    .unwrap_or(entry.value),
            };
            let value = if guard == valid {
                value
            } else {
                self.present(value, guard)
            };
            kept.push(Entry {
                key: entry.key,
                value,
            });
        }
        Node {
            value: Value::Map(self.arena.alloc_slice_copy(&kept)),
            ..section
        }
    }

    /// Returns a resource or output that only the deployments in the guard have.
    fn present(&mut self, value: Node<'a>, guard: DeploymentSet) -> Node<'a> {
        let own = self
            .mark_of(value)
            .and_then(|mark| self.variations.get(mark)?.as_ref());
        match own {
            Some(Variation::Choice(_)) => value,
            Some(_) => self.choice(value.id, vec![(guard, value)]),
            None => self.varied(value, Variation::Present(guard)),
        }
    }

    /// Rewrites a value for the deployments in the guard; returns `None` if it is removed in all of them.
    fn node(
        &mut self,
        node: Node<'a>,
        guard: DeploymentSet,
        removal: NoValueRemoval,
        depth: usize,
    ) -> Option<Node<'a>> {
        let alternatives = self.alternatives(node, guard, removal, depth);
        let alternatives = self.merged(alternatives);
        match alternatives.as_slice() {
            [] => None,
            [(set, only)] if *set == guard => Some(*only),
            _ => Some(self.choice(node.id, alternatives)),
        }
    }

    /// Returns the values of a node in the deployments of the guard; there is none where it is removed.
    fn alternatives(
        &mut self,
        node: Node<'a>,
        guard: DeploymentSet,
        removal: NoValueRemoval,
        depth: usize,
    ) -> Alternatives<'a> {
        if depth >= DEPTH {
            self.evaluator.limited = true;
            return vec![(guard, node)];
        }
        let below = depth.saturating_add(1);
        let value = match node.value {
            Value::List(items) => {
                let items = items
                    .iter()
                    .filter_map(|item| self.node(*item, guard, removal.below(), below));
                let items: Vec<_> = items.collect();
                Value::List(self.arena.alloc_slice_copy(&items))
            }
            Value::Map(entries) => match function_of(node) {
                Some((function, argument)) if Functions::PROPERTIES.has(function) => {
                    return self.function(node, function, argument, guard, removal, below);
                }
                _ => self.map(entries, guard, removal.below(), below),
            },
            Value::Str(text) => {
                let placeholder = self
                    .placeholder
                    .filter(|placeholder| placeholder.nodes.contains(&node.id))
                    .map(|placeholder| placeholder.text);
                let unknown = unknown::in_text(text, placeholder);
                return vec![(
                    guard,
                    unknown.map_or(node, |unknown| self.unknown(node, unknown)),
                )];
            }
            _ => return vec![(guard, node)],
        };
        vec![(guard, Node { value, ..node })]
    }

    fn map(
        &mut self,
        entries: &'a [Entry<'a>],
        guard: DeploymentSet,
        removal: NoValueRemoval,
        depth: usize,
    ) -> Value<'a> {
        let mut kept = Vec::with_capacity(entries.len());
        for entry in entries {
            let value = match entry.key.as_str().is_some_and(is_opaque) {
                true => Some(entry.value),
                false => self.node(entry.value, guard, removal, depth),
            };
            kept.extend(value.map(|value| Entry {
                key: entry.key,
                value,
            }));
        }
        Value::Map(self.arena.alloc_slice_copy(&kept))
    }

    fn function(
        &mut self,
        node: Node<'a>,
        function: Function,
        argument: Node<'a>,
        guard: DeploymentSet,
        removal: NoValueRemoval,
        depth: usize,
    ) -> Alternatives<'a> {
        if is_no_value(node) {
            return if removal == NoValueRemoval::Allowed {
                Vec::new()
            } else {
                vec![(guard, node)]
            };
        }
        if let (Function::If, Value::List([condition, then, other])) = (function, argument.value)
            && let Some(name) = condition.as_str()
        {
            let holds = self.evaluator.condition_set(name, 0);
            let (holds, fails) = (
                self.deployments().and(guard, holds),
                self.deployments().minus(guard, holds),
            );
            let branches = [(holds, *then), (fails, *other)]
                .into_iter()
                .filter(|(set, _)| !set.is_empty());
            return branches
                .flat_map(|(set, branch)| self.alternatives(branch, set, removal, depth))
                .collect();
        }
        let together = match self.defaults_together(argument) {
            Some(defaults) => self.deployments().and(guard, defaults),
            None => guard,
        };
        let mut explored = self.evaluator.explore(together, |evaluator| {
            outcome(evaluator, node, function, argument)
        });
        let others = self.deployments().minus(guard, together);
        if !others.is_empty() {
            let unknown = unknown::of(node, function, argument, &self.evaluator.facts);
            let unknown = self.evaluator.frozen(others, |evaluator| {
                edges(evaluator, node, function, unknown)
            });
            explored.found.push((others, Outcome::Unknown(unknown)));
        }
        if !explored.left.is_empty() {
            let unknown = self.too_many(node, function, argument, guard);
            return vec![(guard, self.unknown(node, unknown))];
        }
        let mut alternatives = Alternatives::new();
        let mut unknowns: Vec<(DeploymentSet, Unknown<'a>)> = Vec::new();
        let mut known: Alternatives<'a> = Vec::new();
        for (set, outcome) in explored.found {
            match outcome {
                Outcome::Known(value) => match known
                    .iter_mut()
                    .find(|(_, known)| is_same_value(*known, value))
                {
                    Some((known, _)) => *known = self.deployments().or(*known, set),
                    None => known.push((set, value)),
                },
                Outcome::Unknown(unknown) => self.join(&mut unknowns, set, unknown),
            }
        }
        for (set, value) in known {
            let is_small = self.evaluator.charge(bytes_of_items(value));
            match self.alternatives.checked_sub(1).filter(|_| is_small) {
                Some(left) => {
                    self.alternatives = left;
                    alternatives.push((set, self.placed(value, node.id)));
                }
                None => {
                    self.evaluator.limited = true;
                    self.join(
                        &mut unknowns,
                        set,
                        unknown::of(node, function, argument, &self.evaluator.facts),
                    );
                }
            }
        }
        for (set, unknown) in unknowns {
            match self.selected(function, argument, set) {
                Some(items) => {
                    for (set, item) in items {
                        match item {
                            Some(item) => {
                                alternatives.extend(self.alternatives(item, set, removal, depth))
                            }
                            None => alternatives.push((set, self.unknown(node, unknown))),
                        }
                    }
                }
                None => alternatives.push((set, self.unknown(node, unknown))),
            }
        }
        alternatives
    }

    /// Returns the deployments in which the parameters of a function have their defaults, if the function is not evaluated
    /// for their other values.
    fn defaults_together(&mut self, argument: Node<'a>) -> Option<DeploymentSet> {
        let mut names = BTreeSet::new();
        names_in(argument, &mut names, 0);
        if names.iter().any(|name| self.together.names.contains(name)) {
            return Some(self.together.deployments);
        }
        names.retain(|name| self.ways.get(name).is_some_and(|ways| ways.has_default));
        (names.len() > DEFAULTS).then(|| self.all_defaults(&names))
    }

    /// Returns the parameters whose defaults the functions of a resource take together: those with which the resource
    /// would have too many different values. Those with most values, limits of numbers, come first.
    fn together(&mut self, resource: Node<'a>) -> Together<'a> {
        let mut names = BTreeSet::new();
        names_in(resource, &mut names, 0);
        let ways = names
            .into_iter()
            .filter_map(|name| Some((name, *self.ways.get(name)?)));
        let (mut open, others): (Vec<_>, Vec<_>) = ways.partition(|(_, ways)| ways.has_default);
        let product = |all: usize, (_, ways): &(&str, Ways)| all.saturating_mul(ways.values);
        let others = others.iter().fold(1, product);
        if open.iter().fold(others, product) <= VALUES {
            return Together::NOTHING;
        }
        open.sort_by_key(|(_, ways)| std::cmp::Reverse(ways.values));
        let mut values = others.saturating_mul(2);
        let is_small = values <= VALUES;
        let mut together = BTreeSet::new();
        for (name, ways) in open {
            let more = values.saturating_mul(ways.values);
            if more <= VALUES {
                values = more;
            } else {
                together.insert(name);
            }
        }
        let deployments = if is_small {
            self.all_defaults(&together)
        } else {
            DeploymentSet::NONE
        };
        Together {
            names: together,
            deployments,
        }
    }

    /// Returns the deployments in which these parameters have their defaults.
    fn all_defaults(&mut self, names: &BTreeSet<&'a str>) -> DeploymentSet {
        let mut all = DeploymentSet::ALL;
        for name in names {
            self.evaluator.facts.classes(name);
            let axes = self.evaluator.facts.axes.iter();
            let default = axes
                .filter(|one| matches!(one.subject, Subject::Parameter(own) if own == *name))
                .find_map(|one| Some((one.axis, one.default?)));
            if let Some((axis, default)) = default {
                let having = self.deployments().having(axis, |value| value == default);
                all = self.deployments().and(all, having);
            }
        }
        all
    }

    /// Returns what is known of a function that has too many values.
    fn too_many(
        &mut self,
        node: Node<'a>,
        function: Function,
        argument: Node<'a>,
        guard: DeploymentSet,
    ) -> Unknown<'a> {
        let mut unknown = unknown::of(node, function, argument, &self.evaluator.facts);
        unknown.name = self
            .arena
            .alloc_str(&format!("{} (too many values)", unknown.name));
        self.evaluator
            .frozen(guard, |evaluator| edges(evaluator, node, function, unknown))
    }

    /// Adds the deployments in which a value is not known to those in which the same is known of it.
    fn join(
        &self,
        unknowns: &mut Vec<(DeploymentSet, Unknown<'a>)>,
        set: DeploymentSet,
        unknown: Unknown<'a>,
    ) {
        match unknowns.iter_mut().find(|(_, known)| *known == unknown) {
            Some((known, _)) => *known = self.deployments().or(*known, set),
            None => unknowns.push((set, unknown)),
        }
    }

    /// Returns the items that an `Fn::Select` selects from a literal list, where the item itself is not a known value.
    fn selected(
        &mut self,
        function: Function,
        argument: Node<'a>,
        guard: DeploymentSet,
    ) -> Option<Vec<(DeploymentSet, Option<Node<'a>>)>> {
        let (Function::Select, Value::List([index, list])) = (function, argument.value) else {
            return None;
        };
        let items = list.as_list()?;
        let explored = self.evaluator.explore(guard, |evaluator| {
            let (Evaluated::To(index), _) = evaluator.function(*index) else {
                return None;
            };
            let item = items.get(evaluator.texts.text(index)?.trim().parse::<usize>().ok()?)?;
            (!is_no_value(*item)).then_some(*item)
        });
        let left = (!explored.left.is_empty()).then_some((explored.left, None));
        Some(explored.found.into_iter().chain(left).collect())
    }

    pub(super) fn deployments(&self) -> &Deployments {
        &self.evaluator.facts.deployments
    }
}

/// Evaluates a function in one part of the guard.
fn outcome<'a>(
    evaluator: &mut Evaluator<'a, Guarded<'a, '_>>,
    node: Node<'a>,
    function: Function,
    argument: Node<'a>,
) -> Outcome<'a> {
    if let (Evaluated::To(value), _) = evaluator.function(node)
        && (function != Function::Ref || evaluator.charge(bytes_of_items(value)))
    {
        return Outcome::Known(match function {
            Function::Ref => evaluator.facts.as_number(argument, value),
            _ => value,
        });
    }
    let unknown = unknown::of(node, function, argument, &evaluator.facts);
    evaluator.facts.frozen = true;
    Outcome::Unknown(edges(evaluator, node, function, unknown))
}

/// Adds the known beginning and end of a text.
fn edges<'a>(
    evaluator: &mut Evaluator<'a, Guarded<'a, '_>>,
    node: Node<'a>,
    function: Function,
    mut unknown: Unknown<'a>,
) -> Unknown<'a> {
    if matches!(function, Function::Sub | Function::Join) {
        let start = evaluator.edge(node, Edge::Start);
        let prefix = unknown::before_reference(&start);
        if evaluator.charge(prefix.len()) {
            unknown.prefix = evaluator.arena.alloc_str(prefix);
        }
        let end = evaluator.edge(node, Edge::End);
        let suffix = unknown::after_reference(&end);
        if evaluator.charge(suffix.len()) {
            unknown.suffix = evaluator.arena.alloc_str(suffix);
        }
    }
    unknown
}
