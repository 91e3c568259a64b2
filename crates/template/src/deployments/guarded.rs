//! Evaluation in all deployments of a set.
//!
//! An evaluation starts with a set of deployments, its guard. Where it needs a value that differs within the guard, it
//! takes the first one that is possible and narrows the guard to the deployments that have it. What remains of the set
//! is evaluated again, until nothing remains. So the values that functions have in one deployment are defined once, in
//! [`Evaluator`], and only what an evaluation depends on is split.

use std::collections::BTreeMap;
use std::rc::Rc;

use bumpalo::Bump;

use super::class::{Class, Classes, is_impossible};
use super::literals::Literals;
use super::varying::Matches;
use super::{AxisValue, Dimension, Subject, admit};
use crate::Parameter;
use crate::function::{Function, function_of};
use crate::resolve::evaluate::{Causes, Evaluated, Evaluator, Purpose};
use crate::resolve::facts::{Facts, Lookup};
use crate::resolve::known::{KnownValues, numbers};
use cfn_warden_syntax::cancel::Cancel;
use cfn_warden_syntax::deployments::{Axis, DeploymentSet, Deployments};
use cfn_warden_syntax::hash::HashMap;
use cfn_warden_syntax::{Node, NodeId, Value};

/// The maximum number of parts into which one evaluation splits a set.
const PARTS: usize = 512;
/// The numbers of parts after which their sizes are looked at.
const TRIED: [usize; 3] = [1, 16, PARTS];
/// The maximum number of intersections with which all evaluations of a template split sets.
pub(super) const SPLITS: usize = 2_000_000;

/// What is known of the deployments in the guard.
pub(super) struct Guarded<'a, 'i> {
    pub arena: &'a Bump,
    pub deployments: Deployments,
    pub axes: Vec<Dimension<'a>>,
    /// The deployments that the current evaluation is about.
    pub guard: DeploymentSet,
    /// Whether the guard must not be narrowed: what differs within it is unknown.
    pub frozen: bool,
    /// The first set to which the current evaluation narrows the guard.
    pub first: First,
    /// The number of intersections that are left for splitting sets.
    pub splits: usize,
    /// Parameters with one value in all deployments.
    pub fixed: KnownValues<'a>,
    pub parameters: Vec<Parameter<'a>>,
    pub literals: Literals,
    pub regions: &'i [&'i str],
    pub matches: Matches<'i>,
    pub cancel: Cancel<'i>,
    pub classes: BTreeMap<&'a str, Option<Rc<Classes<'a>>>>,
    pub conditions: BTreeMap<&'a str, Node<'a>>,
    /// `None` while a condition is being evaluated.
    pub verdicts: HashMap<&'a str, Option<DeploymentSet>>,
    /// The values of functions that are arguments of others.
    pub arguments: HashMap<(NodeId, Purpose), Values<'a>>,
    /// The axes of what cannot be decided.
    pub undecided: HashMap<String, Axis>,
}

/// The first set to which an evaluation narrows the guard, and its index among those that it chooses from. The next
/// evaluation has a smaller guard and the same choice first, so it need not look at the sets before this one again.
#[derive(Debug, Clone, Copy)]
pub(super) enum First {
    /// Not chosen yet; the choice of the evaluation before.
    Open(Option<(usize, DeploymentSet)>),
    Chosen(Option<(usize, DeploymentSet)>),
}

/// The values of a function, in disjoint sets.
type Values<'a> = Rc<[(DeploymentSet, Evaluated<'a>)]>;

/// The results of an evaluation in the deployments of a set.
pub(super) struct Explored<T> {
    /// The results, in disjoint sets.
    pub found: Vec<(DeploymentSet, T)>,
    /// The deployments that were not evaluated, because there are too many different ones.
    pub left: DeploymentSet,
}

impl<'a> Guarded<'a, '_> {
    /// Creates an axis.
    pub fn add_axis(
        &mut self,
        subject: Subject<'a>,
        values: Vec<AxisValue<'a>>,
        default: Option<usize>,
    ) -> Axis {
        let axis = self.deployments.add_axis(values.len());
        self.axes.push(Dimension {
            axis,
            subject,
            values,
            default,
        });
        axis
    }

    /// Returns the deployments in which something that cannot be decided is true. `key` identifies it.
    pub fn undecided(&mut self, key: String, subject: Subject<'a>) -> DeploymentSet {
        let axis = match self.undecided.get(&key) {
            Some(axis) => *axis,
            None => {
                let axis = self.add_axis(
                    subject,
                    vec![AxisValue::Holds(false), AxisValue::Holds(true)],
                    None,
                );
                self.undecided.insert(key, axis);
                axis
            }
        };
        self.deployments.having(axis, |value| value == 1)
    }

    /// Narrows the guard to one of these disjoint sets; returns its index.
    fn narrow(&mut self, sets: impl Iterator<Item = DeploymentSet> + Clone) -> Option<usize> {
        let hint = match self.first {
            First::Open(hint) if !self.frozen => {
                hint.filter(|(index, set)| sets.clone().nth(*index) == Some(*set))
            }
            _ => None,
        };
        let skipped = hint.map_or(0, |(index, _)| index);
        let mut found = None;
        for (index, set) in sets.enumerate().skip(skipped) {
            self.splits = self.splits.saturating_sub(1);
            if self.deployments.meet(self.guard, set) {
                found = Some((index, set));
                break;
            }
        }
        let narrowed = found.map(|(_, set)| self.deployments.and(self.guard, set));
        if self.frozen {
            return found
                .filter(|_| narrowed == Some(self.guard))
                .map(|(index, _)| index);
        }
        if matches!(self.first, First::Open(_)) {
            self.first = First::Chosen(found);
        }
        self.guard = narrowed.unwrap_or(self.guard);
        found.map(|(index, _)| index)
    }

    /// Converts the value of a numeric parameter to numbers, as properties expect.
    pub fn as_number(&mut self, name: Node<'a>, value: Node<'a>) -> Node<'a> {
        let is_number = name
            .as_str()
            .and_then(|name| self.classes(name))
            .is_some_and(|classes| classes.number);
        if is_number {
            numbers(self.arena, value)
        } else {
            value
        }
    }

    /// Whether a parameter differs from a value, if it differs from its other classes.
    pub fn is_other(&mut self, parameter: &str, value: &[String]) -> bool {
        if self
            .classes(parameter)
            .is_some_and(|classes| classes.has(value))
        {
            return true;
        }
        let declared = self
            .parameters
            .iter()
            .find(|declared| declared.name == parameter);
        match (declared, value) {
            // Items are separated by commas and trimmed.
            (Some(declared), _) if declared.is_list() => value
                .iter()
                .any(|item| item.contains(',') || item.trim() != item),
            (Some(declared), [value]) => !admit::admits(declared, value, self.matches),
            (Some(_), _) => true,
            (None, [value]) => is_impossible(parameter, value),
            (None, _) => false,
        }
    }
}

impl<'a> Facts<'a> for Guarded<'a, '_> {
    fn look_up(&mut self, name: &str, purpose: Purpose) -> Lookup<'a> {
        let Some(classes) = self.classes(name) else {
            return Lookup::Unknown;
        };
        if classes.hidden && purpose == Purpose::Display {
            return Lookup::Unknown;
        }
        let index = self.narrow(classes.list.iter().map(|(set, _)| *set));
        match index.and_then(|index| classes.list.get(index)) {
            Some((_, Class::Value(value))) => Lookup::Value(*value),
            Some((_, Class::Other)) => Lookup::Other(classes.name),
            None => Lookup::Unknown,
        }
    }

    fn differs(&mut self, parameter: &str, value: &str) -> bool {
        let is_list = |declared: &Parameter<'_>| declared.name == parameter && declared.is_list();
        !self.parameters.iter().any(is_list) && self.is_other(parameter, &[value.to_owned()])
    }

    fn decide(evaluator: &mut Evaluator<'a, Self>, name: &str, depth: usize) -> Option<bool> {
        let holds = evaluator.condition_set(name, depth);
        let facts = &mut evaluator.facts;
        let fails = facts.deployments.minus(facts.guard, holds);
        facts
            .narrow([holds, fails].into_iter())
            .map(|index| index == 0)
    }

    /// Narrows the guard to the deployments that have one value of the argument, instead of one value of each parameter
    /// in it.
    fn argument(
        evaluator: &mut Evaluator<'a, Self>,
        function: Node<'a>,
        purpose: Purpose,
        depth: usize,
    ) -> Option<Evaluated<'a>> {
        let is_split = |(function, _)| !matches!(function, Function::Ref | Function::If);
        if depth == 0 || !function_of(function).is_some_and(is_split) {
            return None;
        }
        let values = evaluator.values(function, purpose);
        let facts = &mut evaluator.facts;
        let index = facts.narrow(values.iter().map(|(set, _)| *set));
        Some(
            index
                .and_then(|index| values.get(index))
                .map_or(Evaluated::Unknown, |(_, value)| *value),
        )
    }

    fn use_all(&mut self, _: &Causes) {}
}

impl<'a, 'i> Evaluator<'a, Guarded<'a, 'i>> {
    /// Returns the values of a function in all deployments, in disjoint sets.
    fn values(&mut self, function: Node<'a>, purpose: Purpose) -> Values<'a> {
        let key = (function.id, purpose);
        if let Some(known) = self.facts.arguments.get(&key) {
            return known.clone();
        }
        let explored = self.explore(DeploymentSet::ALL, |this| {
            this.value(function, purpose, &mut Causes::new(), 0)
        });
        let left = (explored.left, Evaluated::Unknown);
        let mut distinct: Vec<(DeploymentSet, Evaluated<'a>)> = Vec::new();
        for (set, value) in explored
            .found
            .into_iter()
            .chain([left])
            .filter(|(set, _)| !set.is_empty())
        {
            match distinct
                .iter_mut()
                .find(|(_, known)| is_same(*known, value))
            {
                Some((known, _)) => *known = self.facts.deployments.or(*known, set),
                None => distinct.push((set, value)),
            }
        }
        let values: Values<'a> = distinct.into();
        self.facts.arguments.insert(key, Rc::clone(&values));
        values
    }

    /// Whether the parts found so far are so small that there would be more than [`PARTS`].
    fn is_too_large(&self, within: DeploymentSet, left: DeploymentSet, found: usize) -> bool {
        let deployments = &self.facts.deployments;
        let (all, rest) = (deployments.share(within), deployments.share(left));
        // The first part may be much smaller than others.
        let most = if found == 1 { 1e9 } else { 2.0 * PARTS as f64 };
        found >= PARTS || (all - rest) / all * most < found as f64
    }

    /// Evaluates in all deployments of a set without splitting it: what differs is unknown.
    pub fn frozen<T>(&mut self, guard: DeploymentSet, run: impl FnOnce(&mut Self) -> T) -> T {
        let before = (self.facts.guard, self.facts.frozen);
        (self.facts.guard, self.facts.frozen) = (guard, true);
        let result = run(self);
        (self.facts.guard, self.facts.frozen) = before;
        result
    }

    /// Evaluates in all deployments of a set.
    pub fn explore<T>(
        &mut self,
        within: DeploymentSet,
        mut run: impl FnMut(&mut Self) -> T,
    ) -> Explored<T> {
        let before = (self.facts.guard, self.facts.frozen, self.facts.first);
        let mut found = Vec::new();
        self.facts.first = First::Chosen(None);
        let mut left = within;
        while !left.is_empty() && (found.is_empty() || self.facts.splits > 0) {
            if self.facts.cancel.is_set() {
                self.limited = true;
                break;
            }
            if TRIED.contains(&found.len()) && self.is_too_large(within, left, found.len()) {
                break;
            }
            (self.facts.guard, self.facts.frozen) = (left, false);
            let (First::Open(chosen) | First::Chosen(chosen)) = self.facts.first;
            self.facts.first = First::Open(chosen);
            let result = run(self);
            found.push((self.facts.guard, result));
            left = self.facts.deployments.minus(left, self.facts.guard);
        }
        (self.facts.guard, self.facts.frozen, self.facts.first) = before;
        Explored { found, left }
    }
}

/// Whether two results are known to be the same.
fn is_same(one: Evaluated<'_>, other: Evaluated<'_>) -> bool {
    match (one, other) {
        (Evaluated::Nothing, Evaluated::Nothing) | (Evaluated::Unknown, Evaluated::Unknown) => true,
        (Evaluated::Other(one), Evaluated::Other(other)) => one == other,
        (Evaluated::To(one), Evaluated::To(other)) => is_same_value(one, other),
        _ => false,
    }
}

/// Whether two nodes are the same scalar, or lists of the same scalars.
pub(super) fn is_same_value(one: Node<'_>, other: Node<'_>) -> bool {
    match (one.value, other.value) {
        (Value::Null, Value::Null) => true,
        (Value::Bool(one), Value::Bool(other)) => one == other,
        (Value::Int(one), Value::Int(other)) => one == other,
        (Value::Float(one), Value::Float(other)) => one == other,
        (Value::Str(one), Value::Str(other)) => one == other,
        (Value::List(one), Value::List(other)) => {
            one.len() == other.len()
                && one
                    .iter()
                    .zip(other)
                    .all(|(one, other)| is_same_value(*one, *other))
        }
        _ => false,
    }
}
