//! What is known of the deployment that an evaluation is about.

use std::collections::{BTreeMap, BTreeSet};

use super::evaluate::{Causes, Evaluated, Evaluator, Purpose};
use super::known::{KnownValues, text};
use crate::condition::{Expression, expression};
use cfn_warden_syntax::{Node, Tree, Value};

/// What is known of a parameter or pseudo parameter.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Lookup<'a> {
    /// Its value.
    Value(Node<'a>),
    /// The value is only known to differ from some values; the name of the parameter.
    Other(&'a str),
    /// Nothing.
    Unknown,
}

/// What is known of a deployment.
pub(crate) trait Facts<'a>: Sized {
    /// Returns what is known of a parameter or pseudo parameter.
    fn look_up(&mut self, name: &str, purpose: Purpose) -> Lookup<'a>;

    /// Whether [`Lookup::Other`] of a parameter is known to differ from a value.
    fn differs(&mut self, parameter: &str, value: &str) -> bool;

    /// Returns whether a condition is true, if known.
    fn decide(evaluator: &mut Evaluator<'a, Self>, name: &str, depth: usize) -> Option<bool>;

    /// Returns the value of a function that is an argument of another one, if it is known without evaluation.
    fn argument(
        evaluator: &mut Evaluator<'a, Self>,
        function: Node<'a>,
        purpose: Purpose,
        depth: usize,
    ) -> Option<Evaluated<'a>>;

    /// Records the parameters, conditions and mappings that a value in the document depends on.
    fn use_all(&mut self, causes: &Causes);
}

/// The known values of one deployment, and the conditions that they decide.
pub(crate) struct OneDeployment<'a> {
    pub names: KnownValues<'a>,
    conditions: BTreeMap<&'a str, Node<'a>>,
    /// `None` while a condition is being evaluated, or if it cannot be.
    verdicts: BTreeMap<&'a str, Option<bool>>,
    /// Parameters that a value or condition depends on.
    pub used: BTreeSet<String>,
}

/// Returns the declared conditions of a template, by name.
pub(crate) fn conditions<'a>(tree: &Tree<'a>) -> BTreeMap<&'a str, Node<'a>> {
    let declared = tree
        .root
        .get("Conditions")
        .and_then(|section| section.as_map())
        .unwrap_or_default();
    declared
        .iter()
        .filter_map(|one| Some((one.key.as_str()?, one.value)))
        .collect()
}

impl<'a> Facts<'a> for OneDeployment<'a> {
    #[inline]
    fn look_up(&mut self, name: &str, purpose: Purpose) -> Lookup<'a> {
        match self.names.known.get(name) {
            Some(known) if purpose == Purpose::Condition || !known.hidden => {
                Lookup::Value(known.value)
            }
            _ => Lookup::Unknown,
        }
    }

    fn differs(&mut self, _: &str, _: &str) -> bool {
        false
    }

    fn decide(evaluator: &mut Evaluator<'a, Self>, name: &str, depth: usize) -> Option<bool> {
        let facts = &mut evaluator.facts;
        let (name, node) = facts
            .conditions
            .get_key_value(name)
            .map(|(name, node)| (*name, *node))?;
        if let Some(verdict) = facts.verdicts.get(name) {
            return *verdict;
        }
        // A condition that depends on itself stays undecided.
        facts.verdicts.insert(name, None);
        let mut causes = Causes::new();
        let verdict = evaluator.holds(&expression(node)?, &mut causes, depth.saturating_add(1));
        if verdict.is_some() {
            evaluator.facts.used.extend(causes);
        }
        evaluator.facts.verdicts.insert(name, verdict);
        verdict
    }

    #[inline]
    fn argument(
        _: &mut Evaluator<'a, Self>,
        _: Node<'a>,
        _: Purpose,
        _: usize,
    ) -> Option<Evaluated<'a>> {
        None
    }

    fn use_all(&mut self, causes: &Causes) {
        self.used.extend(causes.iter().cloned());
    }
}

impl<'a> OneDeployment<'a> {
    pub fn new(tree: &Tree<'a>, names: KnownValues<'a>) -> OneDeployment<'a> {
        OneDeployment {
            names,
            conditions: conditions(tree),
            verdicts: BTreeMap::new(),
            used: BTreeSet::new(),
        }
    }

    /// Returns the decided conditions, by name.
    pub fn decided(&self) -> Vec<(String, bool)> {
        let decided = self
            .verdicts
            .iter()
            .filter_map(|(name, holds)| Some(((*name).to_owned(), (*holds)?)));
        decided.collect()
    }
}

impl<'a> Evaluator<'a, OneDeployment<'a>> {
    fn holds(
        &mut self,
        expression: &Expression<'a>,
        causes: &mut Causes,
        depth: usize,
    ) -> Option<bool> {
        if !self.step(depth) {
            return None;
        }
        let below = depth.saturating_add(1);
        match expression {
            Expression::Named(name) => OneDeployment::decide(self, name, below),
            Expression::Not(inner) => self.holds(inner, causes, below).map(|holds| !holds),
            Expression::All(parts) => self.any(parts, false, causes, below).map(|found| !found),
            Expression::Any(parts) => self.any(parts, true, causes, below),
            Expression::Equals(one, other) => {
                let one = texts(self.compared(*one, causes, below))?;
                Some(one == texts(self.compared(*other, causes, below))?)
            }
        }
    }

    /// Whether any condition equals `so`. One that does decides the result, even if others are unknown.
    fn any(
        &mut self,
        parts: &[Expression<'a>],
        so: bool,
        causes: &mut Causes,
        depth: usize,
    ) -> Option<bool> {
        let mut all_known = true;
        for part in parts {
            match self.holds(part, causes, depth) {
                Some(holds) if holds == so => return Some(true),
                Some(_) => {}
                None => all_known = false,
            }
        }
        all_known.then_some(false)
    }
}

/// Returns a value as it is compared: its text, or the texts of its items.
pub(crate) fn texts(value: Evaluated<'_>) -> Option<Vec<String>> {
    match value {
        Evaluated::To(Node {
            value: Value::List(items),
            ..
        }) => items.iter().map(|item| text(*item)).collect(),
        Evaluated::To(scalar) => Some(vec![text(scalar)?]),
        Evaluated::Nothing | Evaluated::Other(_) | Evaluated::Unknown => None,
    }
}
