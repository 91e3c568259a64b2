//! Comparison of sets with truth tables.

use super::*;
use proptest::prelude::*;

/// A formula over three axes with 2, 3 and 4 values.
#[derive(Debug, Clone)]
enum Formula {
    Has(usize, usize),
    And(Box<Formula>, Box<Formula>),
    Or(Box<Formula>, Box<Formula>),
    Minus(Box<Formula>, Box<Formula>),
    Not(Box<Formula>),
}

const VALUES: [usize; 3] = [2, 3, 4];

fn formula() -> impl Strategy<Value = Formula> {
    let leaf = (0..3usize)
        .prop_flat_map(|axis| (Just(axis), 0..VALUES[axis]))
        .prop_map(|(a, v)| Formula::Has(a, v));
    leaf.prop_recursive(5, 40, 2, |inner| {
        let two = (inner.clone(), inner.clone())
            .prop_map(|(one, other)| (Box::new(one), Box::new(other)));
        prop_oneof![
            two.clone()
                .prop_map(|(one, other)| Formula::And(one, other)),
            two.clone().prop_map(|(one, other)| Formula::Or(one, other)),
            two.prop_map(|(one, other)| Formula::Minus(one, other)),
            inner.prop_map(|one| Formula::Not(Box::new(one))),
        ]
    })
}

fn set(space: &Deployments, axes: &[Axis], formula: &Formula) -> DeploymentSet {
    let of = |formula| set(space, axes, formula);
    match formula {
        Formula::Has(axis, value) => space.having(axes[*axis], |one| one == *value),
        Formula::And(one, other) => space.and(of(one), of(other)),
        Formula::Or(one, other) => space.or(of(one), of(other)),
        Formula::Minus(one, other) => space.minus(of(one), of(other)),
        Formula::Not(one) => space.not(of(one)),
    }
}

fn holds(formula: &Formula, values: &[usize; 3]) -> bool {
    match formula {
        Formula::Has(axis, value) => values[*axis] == *value,
        Formula::And(one, other) => holds(one, values) && holds(other, values),
        Formula::Or(one, other) => holds(one, values) || holds(other, values),
        Formula::Minus(one, other) => holds(one, values) && !holds(other, values),
        Formula::Not(one) => !holds(one, values),
    }
}

fn all() -> Vec<[usize; 3]> {
    let mut all = Vec::new();
    for first in 0..VALUES[0] {
        for second in 0..VALUES[1] {
            all.extend((0..VALUES[2]).map(|third| [first, second, third]));
        }
    }
    all
}

proptest! {
    #[test]
    fn sets_agree_with_truth_tables(formula in formula(), other in formula()) {
        let space = Deployments::default();
        let axes = VALUES.map(|values| space.add_axis(values));
        let one = set(&space, &axes, &formula);
        let members: Vec<_> = all().into_iter().filter(|values| holds(&formula, values)).collect();
        for values in all() {
            prop_assert_eq!(space.contains(one, |axis| values[axis.index()]), members.contains(&values));
        }
        prop_assert_eq!(space.count(one), members.len() as u64);
        prop_assert!((space.share(one) - members.len() as f64 / all().len() as f64).abs() < 1e-9);
        prop_assert_eq!(one.is_empty(), members.is_empty());
        prop_assert_eq!(one == DeploymentSet::ALL, members.len() == all().len());
        let same = all().iter().all(|values| holds(&formula, values) == holds(&other, values));
        let other_set = set(&space, &axes, &other);
        prop_assert_eq!(one == other_set, same);
        let meet = all().iter().any(|values| holds(&formula, values) && holds(&other, values));
        prop_assert_eq!(space.meet(one, other_set), meet);
        match space.pick(one, |_| 1) {
            Some(picked) => {
                let value = |axis: Axis| picked.iter().find(|(of, _)| *of == axis).map_or(0, |(_, value)| *value);
                prop_assert!(space.contains(one, value));
            }
            None => prop_assert!(members.is_empty()),
        }
    }
}

#[test]
fn unions_of_independent_sets_stay_small() {
    let space = Deployments::with_limit(2000);
    let sets = (0..60).map(|_| space.having(space.add_axis(2), |value| value == 1));
    let union = sets.fold(DeploymentSet::NONE, |union, set| space.or(union, set));
    assert!(!space.is_limited());
    assert_eq!(space.support(union).len(), 60);
    assert_eq!(space.count(union), (1 << 60) - 1);
}

#[test]
fn an_exceeded_limit_is_recorded() {
    let space = Deployments::with_limit(2);
    let sets = (0..4).map(|_| space.having(space.add_axis(2), |value| value == 1));
    sets.fold(DeploymentSet::ALL, |all, set| space.and(all, set));
    assert!(space.is_limited());
}

/// The deployments in which half of the axes have the same value as another axis that is far away: the number of nodes
/// is exponential in the number of pairs.
fn pairs(space: &Deployments, axes: &[Axis]) -> DeploymentSet {
    let (first, second) = axes.split_at(axes.len() / 2);
    first
        .iter()
        .zip(second)
        .fold(DeploymentSet::ALL, |all, (one, other)| {
            let [one, other] = [one, other].map(|axis| space.having(*axis, |value| value == 1));
            let same = space.or(space.and(one, other), space.not(space.or(one, other)));
            space.and(all, same)
        })
}

#[test]
fn what_exceeds_a_limit_can_be_undone() {
    let space = Deployments::with_limit(1000);
    let axes: Vec<Axis> = (0..40).map(|_| space.add_axis(2)).collect();
    let small = pairs(&space, &axes[16..24]);
    let mark = space.mark();
    pairs(&space, &axes);
    assert!(space.is_limited());
    space.roll_back(mark);
    assert!(!space.is_limited());
    assert_eq!(pairs(&space, &axes[16..24]), small);
    assert_eq!(space.count(small), 1 << 36);
}

#[test]
fn work_is_limited_where_no_nodes_are_created() {
    let space = Deployments::with_limit(1000);
    let axis = space.add_axis(500);
    let sets: Vec<_> = (0..30)
        .map(|at| space.having(axis, |value| value % 31 == at))
        .collect();
    let compare = |count: usize| {
        let sets = sets.iter().take(count);
        sets.clone().for_each(|one| {
            sets.clone()
                .filter(|other| one != *other)
                .for_each(|other| assert!(!space.meet(*one, *other)))
        });
    };
    compare(10);
    assert!(!space.is_limited());
    compare(30);
    assert!(space.is_limited());
    space.roll_back(space.mark());
    compare(10);
    assert!(!space.is_limited(), "each phase has its own steps");
}

#[test]
fn axes_are_limited() {
    let space = Deployments::default();
    let axes: Vec<Axis> = (0..AXES).map(|_| space.add_axis(2)).collect();
    let all = axes.iter().rev().fold(DeploymentSet::ALL, |all, axis| {
        space.and(all, space.having(*axis, |value| value == 1))
    });
    assert!(!space.is_limited());
    assert_eq!(space.support(all).len(), AXES);
    let beyond = space.add_axis(2);
    assert!(space.is_limited());
    assert_eq!(space.having(beyond, |_| true), DeploymentSet::NONE);
}
