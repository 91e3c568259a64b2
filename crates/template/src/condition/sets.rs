//! Conditions as sets of deployments, for questions about many conditions at once: how many items a list can have,
//! whether a property can be absent.
//!
//! Comparisons that exclude each other share an axis; every other unknown has an axis of its own. The axioms are those
//! of the [`encoder`](super::encoder), so a set is empty exactly if the solver finds the conditions unsatisfiable.

use std::cell::RefCell;
use std::rc::Rc;

use cfn_warden_syntax::Node;
use cfn_warden_syntax::deployments::{Axis, DeploymentSet, Deployments};
use cfn_warden_syntax::hash::HashMap;

use super::axioms::Axioms;
use super::comparison::Comparison;
use super::encoder::Encoder;
use super::formula::Truth;
use super::parse::Expression;

/// The maximum number of distinct comparisons.
const MOST_COMPARISONS: usize = 400;
/// The maximum number of nodes of all sets of a question.
const MOST_NODES: usize = 100_000;
/// The maximum depth of conditions, counting the functions in them.
const DEEPEST: usize = 600;

/// A condition and its expression; `None` if it is malformed.
pub(super) type Definition<'a> = (&'a str, Option<Expression<'a>>);

/// The conditions of a template as sets.
#[derive(Debug)]
pub struct ConditionSets<'a> {
    /// The space of the sets.
    pub deployments: Deployments,
    by_name: HashMap<&'a str, DeploymentSet>,
    /// The deployments that satisfy the axioms.
    possible: DeploymentSet,
}

impl<'a> ConditionSets<'a> {
    /// Returns the sets of these conditions in the deployments that satisfy every constraint; `None` if conditions are
    /// circular, too deep or too many.
    pub(super) fn of(
        axioms: Axioms,
        template: Node<'a>,
        definitions: &[Definition<'a>],
        constraints: &[Expression<'a>],
    ) -> Option<ConditionSets<'a>> {
        let mut encoder = Encoder::new(axioms, template);
        let mut comparisons: Vec<Rc<Comparison>> = Vec::new();
        for expression in definitions
            .iter()
            .filter_map(|(_, expression)| expression.as_ref())
            .chain(constraints)
        {
            let mut equals = Vec::new();
            expression.equals(&mut equals);
            for (first, second) in equals {
                let comparison = encoder.comparison(first, second);
                if !comparisons
                    .iter()
                    .any(|known| Rc::ptr_eq(known, comparison))
                {
                    comparisons.push(Rc::clone(comparison));
                }
            }
            if comparisons.len() > MOST_COMPARISONS {
                return None;
            }
        }
        let deployments = Deployments::with_limit(MOST_NODES);
        let (atoms, possible) = atoms(&encoder, &deployments, &comparisons);
        let definitions = definitions
            .iter()
            .map(|(name, expression)| (*name, expression.as_ref()))
            .collect();
        let by_name = HashMap::default();
        let mut builder = Builder {
            encoder,
            deployments,
            atoms,
            definitions,
            by_name,
            malformed: None,
        };
        let mut names: Vec<_> = builder.definitions.keys().copied().collect();
        names.sort_unstable();
        for name in names {
            builder.condition(name, DEEPEST)?;
        }
        let mut valid = possible;
        for constraint in constraints {
            let set = builder.set(constraint, DEEPEST)?;
            valid = builder.deployments.and(valid, set);
        }
        let Builder {
            deployments,
            by_name,
            ..
        } = builder;
        let by_name = by_name
            .into_iter()
            .filter_map(|(name, set)| Some((name, set?)))
            .collect();
        (!deployments.is_limited()).then_some(ConditionSets {
            deployments,
            by_name,
            possible: valid,
        })
    }

    /// Returns the deployments in which a condition has a value; `None` if it is not declared.
    pub fn having(&self, name: &str, holds: bool) -> Option<DeploymentSet> {
        let set = *self.by_name.get(name)?;
        Some(if holds {
            set
        } else {
            self.deployments.not(set)
        })
    }

    /// Returns the possible deployments in which conditions have these values. Undeclared names are ignored.
    pub fn assuming(&self, conditions: &[(&str, bool)]) -> DeploymentSet {
        let sets = conditions
            .iter()
            .filter_map(|(name, holds)| self.having(name, *holds));
        sets.fold(self.possible, |all, set| self.deployments.and(all, set))
    }

    /// Returns the values of these conditions in one deployment of a set, with few comparisons true; `None` if the set
    /// is empty. Undeclared names are omitted.
    pub fn example<'n>(
        &self,
        set: DeploymentSet,
        names: &[&'n str],
    ) -> Option<Vec<(&'n str, bool)>> {
        // The last value of an axis is the one in which its comparisons are all false.
        let last = |axis: Axis| self.deployments.values(axis).saturating_sub(1);
        let chosen: HashMap<Axis, usize> = self.deployments.pick(set, last)?.into_iter().collect();
        let value = |axis: Axis| chosen.get(&axis).copied().unwrap_or_else(|| last(axis));
        let holds = |name: &&'n str| {
            Some((
                *name,
                self.deployments.contains(*self.by_name.get(name)?, value),
            ))
        };
        Some(names.iter().filter_map(holds).collect())
    }

    /// Whether all sets are exact. Otherwise a limit was exceeded, and results cannot be used.
    pub fn is_exact(&self) -> bool {
        !self.deployments.is_limited()
    }
}

/// Returns cached sets, or new ones if a question exceeded the limit of the cached ones.
pub(super) fn exact<'a>(
    cache: &RefCell<Option<Rc<ConditionSets<'a>>>>,
    build: impl FnOnce() -> Option<ConditionSets<'a>>,
) -> Option<Rc<ConditionSets<'a>>> {
    let mut cache = cache.borrow_mut();
    if cache.as_ref().is_none_or(|sets| !sets.is_exact()) {
        *cache = build().map(Rc::new);
    }
    cache.clone()
}

/// Returns the set in which each comparison is true, and the deployments that satisfy the axioms.
fn atoms(
    encoder: &Encoder<'_>,
    deployments: &Deployments,
    comparisons: &[Rc<Comparison>],
) -> (HashMap<*const Comparison, DeploymentSet>, DeploymentSet) {
    let open: Vec<_> = comparisons
        .iter()
        .filter(|one| matches!(one.truth, Truth::Literal(_)))
        .collect();
    let mut groups: Vec<Vec<&Rc<Comparison>>> = Vec::new();
    for comparison in &open {
        match groups
            .iter_mut()
            .find(|group| group.iter().all(|other| encoder.exclude(comparison, other)))
        {
            Some(group) => group.push(comparison),
            None => groups.push(vec![comparison]),
        }
    }
    let mut atoms = HashMap::default();
    for group in groups {
        let axis = deployments.add_axis(group.len() + 1);
        for (index, comparison) in group.into_iter().enumerate() {
            atoms.insert(
                Rc::as_ptr(comparison),
                deployments.having(axis, |value| value == index),
            );
        }
    }
    for comparison in comparisons {
        if let Truth::Constant(value) = comparison.truth {
            atoms.insert(
                Rc::as_ptr(comparison),
                if value {
                    DeploymentSet::ALL
                } else {
                    DeploymentSet::NONE
                },
            );
        }
    }
    let atom = |comparison: *const Comparison| {
        atoms
            .get(&comparison)
            .copied()
            .unwrap_or(DeploymentSet::NONE)
    };
    let mut possible = DeploymentSet::ALL;
    for (index, one) in open.iter().enumerate() {
        for other in open
            .iter()
            .skip(index + 1)
            .filter(|other| encoder.exclude(one, other))
        {
            let both = deployments.and(atom(Rc::as_ptr(one)), atom(Rc::as_ptr(other)));
            possible = deployments.minus(possible, both);
        }
    }
    for alternatives in encoder.exhaustive() {
        let one_of = alternatives
            .into_iter()
            .fold(DeploymentSet::NONE, |any, one| {
                deployments.or(any, atom(one))
            });
        possible = deployments.and(possible, one_of);
    }
    (atoms, possible)
}

struct Builder<'b, 'a> {
    encoder: Encoder<'a>,
    deployments: Deployments,
    atoms: HashMap<*const Comparison, DeploymentSet>,
    definitions: HashMap<&'a str, Option<&'b Expression<'a>>>,
    /// `None` while a set is determined.
    by_name: HashMap<&'a str, Option<DeploymentSet>>,
    /// The value that all malformed conditions share.
    malformed: Option<DeploymentSet>,
}

impl<'a> Builder<'_, 'a> {
    /// Returns the set of a condition; `None` if it is circular or too deep.
    fn condition(&mut self, name: &'a str, left: usize) -> Option<DeploymentSet> {
        if let Some(known) = self.by_name.get(name) {
            return *known;
        }
        let left = left.checked_sub(1)?;
        self.by_name.insert(name, None);
        let set = match self.definitions.get(name).copied() {
            Some(Some(expression)) => self.set(expression, left)?,
            Some(None) => match self.malformed {
                Some(set) => set,
                None => *self.malformed.insert(free(&self.deployments)),
            },
            None => free(&self.deployments),
        };
        self.by_name.insert(name, Some(set));
        Some(set)
    }

    fn set(&mut self, expression: &Expression<'a>, left: usize) -> Option<DeploymentSet> {
        let left = left.checked_sub(1)?;
        Some(match expression {
            Expression::Equals(first, second) => {
                let comparison = Rc::as_ptr(self.encoder.comparison(*first, *second));
                *self.atoms.get(&comparison)?
            }
            Expression::All(parts) => {
                let sets = parts
                    .iter()
                    .map(|part| self.set(part, left))
                    .collect::<Option<Vec<_>>>()?;
                sets.into_iter().fold(DeploymentSet::ALL, |all, set| {
                    self.deployments.and(all, set)
                })
            }
            Expression::Any(parts) => {
                let sets = parts
                    .iter()
                    .map(|part| self.set(part, left))
                    .collect::<Option<Vec<_>>>()?;
                sets.into_iter().fold(DeploymentSet::NONE, |any, set| {
                    self.deployments.or(any, set)
                })
            }
            Expression::Not(inner) => {
                let inner = self.set(inner, left)?;
                self.deployments.not(inner)
            }
            Expression::Named(name) => self.condition(name, left)?,
        })
    }
}

/// Returns half of the deployments, split by a new axis.
fn free(deployments: &Deployments) -> DeploymentSet {
    let axis = deployments.add_axis(2);
    deployments.having(axis, |value| value == 0)
}
