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
    let leaf = (0..3usize).prop_flat_map(|axis| (Just(axis), 0..VALUES[axis])).prop_map(|(a, v)| Formula::Has(a, v));
    leaf.prop_recursive(5, 40, 2, |inner| {
        let two = (inner.clone(), inner.clone()).prop_map(|(one, other)| (Box::new(one), Box::new(other)));
        prop_oneof![
            two.clone().prop_map(|(one, other)| Formula::And(one, other)),
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
        prop_assert_eq!(one == set(&space, &axes, &other), same);
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
