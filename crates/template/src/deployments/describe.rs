//! The shortest description of a set of deployments.

use super::when::{Literal, When};
use super::{Space, Subject};
use cfn_warden_syntax::deployments::{Axis, DeploymentSet};

/// The maximum number of terms of a description.
const TERMS: usize = 4;
/// The maximum number of conditions for which all groups of three are tried.
const GROUPED: usize = 24;

/// A literal and the valid deployments for which it is true.
type Candidate<'a> = (Literal<'a>, DeploymentSet);

impl<'a> Space<'a> {
    /// Describes the valid deployments in a set: by one condition, by one parameter, by up to three conditions, or by
    /// terms of conditions and parameters.
    pub fn describe(&self, set: DeploymentSet) -> When<'a> {
        let target = self.deployments.and(set, self.valid);
        if target.is_empty() {
            return When::Never;
        }
        if target == self.valid {
            return When::Always;
        }
        let support = self.deployments.support(target);
        let candidates = self.candidates(&support);
        let short = self
            .single(target, &candidates)
            .or_else(|| self.group(target, &candidates));
        match short {
            Some(terms) => When::Terms {
                terms,
                is_cut: false,
            },
            None => self.cover(target, &candidates, &support),
        }
    }

    /// Returns the valid deployments that a description is true for; a cut description is true for fewer than the set.
    pub fn described(&self, when: &When<'a>) -> DeploymentSet {
        let all = |term: &Vec<Literal<'a>>| {
            let sets = term.iter().map(|literal| self.literal(literal));
            sets.fold(self.valid, |all, set| self.deployments.and(all, set))
        };
        match when {
            When::Always => self.valid,
            When::Never => DeploymentSet::NONE,
            When::Terms { terms, .. } => terms.iter().fold(DeploymentSet::NONE, |any, term| {
                self.deployments.or(any, all(term))
            }),
        }
    }

    fn literal(&self, literal: &Literal<'a>) -> DeploymentSet {
        match literal {
            Literal::Condition(name, holds) => {
                let set = self.condition(name).unwrap_or(DeploymentSet::NONE);
                if *holds {
                    set
                } else {
                    self.deployments.not(set)
                }
            }
            Literal::Values(dimension, values) => self
                .deployments
                .having(dimension.axis, |value| values.contains(&value)),
        }
    }

    /// Returns the conditions and their negations that depend on these axes only and decide something.
    fn candidates(&self, support: &[Axis]) -> Vec<Candidate<'a>> {
        let mut candidates = Vec::new();
        for (name, set) in &self.conditions {
            if self
                .deployments
                .support(*set)
                .iter()
                .all(|axis| !support.contains(axis))
            {
                continue;
            }
            for holds in [true, false] {
                let literal = Literal::Condition(name, holds);
                let set = self.deployments.and(self.valid, self.literal(&literal));
                if !set.is_empty() && set != self.valid {
                    candidates.push((literal, set));
                }
            }
        }
        candidates
    }

    /// Describes a set by one condition, or by the values of one parameter.
    fn single(
        &self,
        target: DeploymentSet,
        candidates: &[Candidate<'a>],
    ) -> Option<Vec<Vec<Literal<'a>>>> {
        let condition = candidates
            .iter()
            .find(|(_, set)| *set == target)
            .map(|(literal, _)| literal.clone());
        let values = || {
            let parameters = self
                .axes
                .iter()
                .filter(|one| matches!(one.subject, Subject::Parameter(_)));
            parameters.into_iter().find_map(|dimension| {
                let having = |index| {
                    self.deployments
                        .having(dimension.axis, |value| value == index)
                };
                let possible =
                    |index: &usize| !self.deployments.and(target, having(*index)).is_empty();
                let values: Vec<_> = (0..dimension.values.len()).filter(possible).collect();
                let literal = Literal::Values(dimension.clone(), values);
                let set = self.deployments.and(self.valid, self.literal(&literal));
                (set == target).then_some(literal)
            })
        };
        Some(vec![vec![condition.or_else(values)?]])
    }

    /// Describes a set by the conjunction or disjunction of two or three conditions.
    fn group(
        &self,
        target: DeploymentSet,
        candidates: &[Candidate<'a>],
    ) -> Option<Vec<Vec<Literal<'a>>>> {
        let deployments = &self.deployments;
        let above: Vec<_> = candidates
            .iter()
            .filter(|(_, set)| deployments.minus(target, *set).is_empty())
            .collect();
        let below: Vec<_> = candidates
            .iter()
            .filter(|(_, set)| deployments.minus(*set, target).is_empty())
            .collect();
        let and = |one, other| deployments.and(one, other);
        let or = |one, other| deployments.or(one, other);
        for size in [2, 3] {
            if let Some(all) = combined(target, &above, size, and) {
                return Some(vec![all]);
            }
            if let Some(any) = combined(target, &below, size, or) {
                return Some(any.into_iter().map(|literal| vec![literal]).collect());
            }
        }
        None
    }

    /// Describes a set by terms that cannot be shortened and that each add deployments.
    fn cover(
        &self,
        target: DeploymentSet,
        candidates: &[Candidate<'a>],
        support: &[Axis],
    ) -> When<'a> {
        let (mut terms, mut rest) = (Vec::new(), target);
        while terms.len() < TERMS
            && let Some(term) = self.term(target, rest, candidates, support)
        {
            let set = term.iter().fold(self.valid, |all, one| {
                self.deployments.and(all, self.literal(one))
            });
            terms.push(term);
            rest = self.deployments.minus(rest, set);
        }
        When::Terms {
            terms,
            is_cut: !rest.is_empty(),
        }
    }

    /// Returns a term whose deployments are in `target`, with some of `rest`; `None` if nothing is left.
    fn term(
        &self,
        target: DeploymentSet,
        rest: DeploymentSet,
        candidates: &[Candidate<'a>],
        support: &[Axis],
    ) -> Option<Vec<Literal<'a>>> {
        let deployment = self.pick(rest)?;
        let is_true = |set: &DeploymentSet| self.contains(*set, &deployment);
        let is_inside = |set: &DeploymentSet| self.deployments.minus(*set, target).is_empty();
        if let Some((literal, _)) = candidates
            .iter()
            .find(|(_, set)| is_true(set) && is_inside(set))
        {
            return Some(vec![literal.clone()]);
        }
        let conditions = candidates
            .iter()
            .filter(|(_, set)| is_true(set))
            .map(|(literal, _)| literal.clone());
        let dimensions = support
            .iter()
            .filter_map(|axis| self.axes.get(axis.index()));
        let values = dimensions
            .map(|one| Literal::Values(one.clone(), vec![self.value_of(&deployment, one.axis)]));
        let mut term: Vec<_> = conditions.chain(values).collect();
        // From the end: conditions are kept rather than parameters.
        for index in (0..term.len()).rev() {
            let without = |skipped: usize| {
                let others = term
                    .iter()
                    .enumerate()
                    .filter(|(index, _)| *index != skipped);
                others.fold(self.valid, |all, (_, one)| {
                    self.deployments.and(all, self.literal(one))
                })
            };
            let others = without(index);
            let fits = |literal: Option<&Literal<'a>>| {
                let set = literal.map_or(DeploymentSet::ALL, |literal| self.literal(literal));
                self.deployments
                    .minus(self.deployments.and(others, set), target)
                    .is_empty()
            };
            if fits(None) {
                term.remove(index);
                continue;
            }
            let Some(Literal::Values(dimension, chosen)) = term.get(index) else {
                continue;
            };
            let mut wider = Literal::Values(dimension.clone(), chosen.clone());
            for value in 0..dimension.values.len() {
                let Literal::Values(_, values) = &wider else {
                    break;
                };
                let mut values = values.clone();
                values.push(value);
                values.sort_unstable();
                values.dedup();
                let candidate = Literal::Values(dimension.clone(), values);
                if fits(Some(&candidate)) {
                    wider = candidate;
                }
            }
            if let Some(own) = term.get_mut(index) {
                *own = wider;
            }
        }
        Some(term)
    }
}

/// Returns `size` candidates that together give the target.
fn combined<'a>(
    target: DeploymentSet,
    candidates: &[&Candidate<'a>],
    size: usize,
    join: impl Fn(DeploymentSet, DeploymentSet) -> DeploymentSet,
) -> Option<Vec<Literal<'a>>> {
    if size > 2 && candidates.len() > GROUPED {
        return None;
    }
    for (first, one) in candidates.iter().enumerate() {
        for (second, other) in candidates.iter().enumerate().skip(first + 1) {
            let both = join(one.1, other.1);
            if size == 2 && both == target {
                return Some(vec![one.0.clone(), other.0.clone()]);
            }
            let mut third = candidates.iter().skip(second + 1).filter(|_| size > 2);
            if let Some(third) = third.find(|third| join(both, third.1) == target) {
                return Some(vec![one.0.clone(), other.0.clone(), third.0.clone()]);
            }
        }
    }
    None
}
