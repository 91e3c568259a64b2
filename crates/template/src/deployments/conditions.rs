//! Conditions as sets of deployments.

use std::collections::BTreeMap;

use super::Subject;
use super::guarded::Guarded;
use crate::condition::identity::identity;
use crate::condition::{Expression, expression};
use crate::resolve::evaluate::{Causes, Evaluated, Evaluator};
use crate::resolve::facts::texts;
use cfn_warden_syntax::Node;
use cfn_warden_syntax::deployments::DeploymentSet;

/// One side of a comparison, in some deployments.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Side<'a> {
    /// The text, or the texts of the items.
    Texts(Vec<String>),
    /// The value of this parameter, which differs from its other classes.
    Other(&'a str),
    Unknown,
}

/// The deployments in which something is true, and those in which it is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Truth {
    pub holds: DeploymentSet,
    pub open: DeploymentSet,
}

impl Truth {
    pub const UNKNOWN: Truth = Truth {
        holds: DeploymentSet::NONE,
        open: DeploymentSet::ALL,
    };
    pub const TRUE: Truth = Truth {
        holds: DeploymentSet::ALL,
        open: DeploymentSet::NONE,
    };
}

impl<'a, 'i> Evaluator<'a, Guarded<'a, 'i>> {
    /// Returns the deployments in which a condition is true.
    pub fn condition_set(&mut self, name: &str, depth: usize) -> DeploymentSet {
        let Some((name, node)) = self
            .facts
            .conditions
            .get_key_value(name)
            .map(|(name, node)| (*name, *node))
        else {
            let name = self.arena.alloc_str(name);
            let set = self.undecided_condition(name);
            self.facts.verdicts.insert(name, Some(set));
            return set;
        };
        match self.facts.verdicts.get(name) {
            Some(Some(set)) => return *set,
            Some(None) => return self.undecided_condition(name),
            None => {}
        }
        self.facts.verdicts.insert(name, None);
        let set = match expression(node) {
            Some(expression) => self.expression_set(&expression, name, depth.saturating_add(1)),
            None => self.undecided_condition(name),
        };
        self.facts.verdicts.insert(name, Some(set));
        set
    }

    fn undecided_condition(&mut self, name: &'a str) -> DeploymentSet {
        self.facts
            .undecided(format!("condition {name}"), Subject::Condition(name))
    }

    /// Returns the deployments in which an expression is true; `owner` is the condition that it belongs to.
    fn expression_set(
        &mut self,
        expression: &Expression<'a>,
        owner: &'a str,
        depth: usize,
    ) -> DeploymentSet {
        if !self.step(depth) {
            return self.undecided_condition(owner);
        }
        let below = depth.saturating_add(1);
        match expression {
            Expression::Named(name) => self.condition_set(name, below),
            Expression::Not(inner) => {
                let inner = self.expression_set(inner, owner, below);
                self.facts.deployments.not(inner)
            }
            Expression::All(parts) => parts.iter().fold(DeploymentSet::ALL, |all, part| {
                let part = self.expression_set(part, owner, below);
                self.facts.deployments.and(all, part)
            }),
            Expression::Any(parts) => parts.iter().fold(DeploymentSet::NONE, |any, part| {
                let part = self.expression_set(part, owner, below);
                self.facts.deployments.or(any, part)
            }),
            Expression::Equals(one, other) => {
                let Truth { holds, open } = self.equal(*one, *other, below);
                if open.is_empty() {
                    return holds;
                }
                let mut sides = [(identity(*one), *one), (identity(*other), *other)];
                sides.sort_by(|one, other| one.0.cmp(&other.0));
                let [(one_key, one), (other_key, other)] = sides;
                let subject = Subject::Comparison(one, other);
                let assumed = self
                    .facts
                    .undecided(format!("{one_key} = {other_key}"), subject);
                let assumed = self.facts.deployments.and(open, assumed);
                self.facts.deployments.or(holds, assumed)
            }
        }
    }

    /// Returns the deployments in which two values are equal.
    pub fn equal(&mut self, one: Node<'a>, other: Node<'a>, depth: usize) -> Truth {
        let (one, other) = (self.sides(one, depth), self.sides(other, depth));
        let (mut holds, mut open) = (DeploymentSet::NONE, DeploymentSet::NONE);
        for (side, set) in &one {
            for (other_side, other_set) in &other {
                let equal = match (side, other_side) {
                    (Side::Texts(texts), Side::Texts(other)) => Some(texts == other),
                    (Side::Other(name), Side::Other(other)) if name == other => Some(true),
                    (Side::Other(name), Side::Texts(texts))
                    | (Side::Texts(texts), Side::Other(name)) => {
                        self.facts.is_other(name, texts).then_some(false)
                    }
                    _ => None,
                };
                let known = match equal {
                    Some(true) => &mut holds,
                    Some(false) => continue,
                    None => &mut open,
                };
                let both = self.facts.deployments.and(*set, *other_set);
                *known = self.facts.deployments.or(*known, both);
            }
        }
        Truth { holds, open }
    }

    /// Returns the values of one side of a comparison.
    fn sides(&mut self, node: Node<'a>, depth: usize) -> BTreeMap<Side<'a>, DeploymentSet> {
        let explored = self.explore(DeploymentSet::ALL, |this| {
            let evaluated = this.compared(node, &mut Causes::new(), depth);
            match evaluated {
                Evaluated::Other(name) => Side::Other(name),
                known => texts(known).map_or(Side::Unknown, Side::Texts),
            }
        });
        let mut sides = BTreeMap::new();
        for (set, side) in explored
            .found
            .into_iter()
            .chain([(explored.left, Side::Unknown)])
        {
            let known = sides.entry(side).or_insert(DeploymentSet::NONE);
            *known = self.facts.deployments.or(*known, set);
        }
        sides.retain(|_, set| !set.is_empty());
        sides
    }

    /// Returns the values of a list, each with the texts of its items; `None` if they are not known.
    pub fn lists(
        &mut self,
        node: Node<'a>,
        depth: usize,
    ) -> Vec<(DeploymentSet, Option<Vec<String>>)> {
        let texts = |side| match side {
            Side::Texts(texts) => Some(texts),
            Side::Other(_) | Side::Unknown => None,
        };
        self.sides(node, depth)
            .into_iter()
            .map(|(side, set)| (set, texts(side)))
            .collect()
    }

    pub fn negated(&self, truth: Truth) -> Truth {
        let deployments = &self.facts.deployments;
        Truth {
            holds: deployments.not(deployments.or(truth.holds, truth.open)),
            open: truth.open,
        }
    }

    pub fn either(&self, one: Truth, other: Truth) -> Truth {
        let deployments = &self.facts.deployments;
        let holds = deployments.or(one.holds, other.holds);
        Truth {
            holds,
            open: deployments.minus(deployments.or(one.open, other.open), holds),
        }
    }

    pub fn both(&self, one: Truth, other: Truth) -> Truth {
        self.negated(self.either(self.negated(one), self.negated(other)))
    }
}
