//! Values that depend on conditions, each with the deployments in which it is chosen.

use cfn_warden_syntax::deployments::DeploymentSet;
use cfn_warden_syntax::{Node, Value};

use super::scenario::branches;
use super::sets::ConditionSets;
use crate::Functions;
use crate::function::{Function, function_of, is_no_value};

/// A value that an `Fn::If` can choose.
#[derive(Debug, Clone)]
pub struct Case<'a> {
    /// The deployments in which it is chosen; not empty.
    pub when: DeploymentSet,
    /// The conditions that choose it.
    pub path: Vec<(&'a str, bool)>,
    /// The value; `None` if there is none.
    pub value: Option<Node<'a>>,
}

/// Returns the cases of a value in these deployments: the branches of `Fn::If` at the value itself, if these functions
/// can be used. The cases exclude each other. An `Fn::If` with an unknown condition is a value.
pub fn cases<'a>(
    sets: &ConditionSets<'a>,
    functions: Functions,
    when: DeploymentSet,
    value: Node<'a>,
) -> Vec<Case<'a>> {
    let mut found = Vec::new();
    let mut open = vec![Case {
        when,
        path: Vec::new(),
        value: Some(value),
    }];
    while let Some(Case { when, path, value }) = open.pop() {
        if when.is_empty() {
            continue;
        }
        let chosen = value
            .filter(|_| functions.has(Function::If))
            .and_then(|value| choice(sets, value));
        let Some((name, [then, other], holds)) = chosen else {
            let is_absent = |value: &Node<'a>| {
                matches!(value.value, Value::Null)
                    || (functions.has(Function::Ref) && is_no_value(*value))
            };
            found.push(Case {
                when,
                path,
                value: value.filter(|value| !is_absent(value)),
            });
            continue;
        };
        for (branch, holds, when) in [
            (other, false, sets.deployments.minus(when, holds)),
            (then, true, sets.deployments.and(when, holds)),
        ] {
            let mut path = path.clone();
            if !path.iter().any(|(known, _)| *known == name) {
                path.push((name, holds));
            }
            open.push(Case {
                when,
                path,
                value: Some(branch),
            });
        }
    }
    found
}

/// Returns the condition of an `Fn::If`, its branches, and the deployments in which it is true.
fn choice<'a>(
    sets: &ConditionSets<'a>,
    value: Node<'a>,
) -> Option<(&'a str, [Node<'a>; 2], DeploymentSet)> {
    let Some((Function::If, argument)) = function_of(value) else {
        return None;
    };
    let [condition, then, other] = branches(argument)?;
    let name = condition.as_str()?;
    Some((name, [*then, *other], sets.having(name, true)?))
}

/// Returns the deployments in which a value exists, of these.
pub fn presence<'a>(
    sets: &ConditionSets<'a>,
    functions: Functions,
    when: DeploymentSet,
    value: Node<'a>,
) -> DeploymentSet {
    let present = cases(sets, functions, when, value)
        .into_iter()
        .filter(|case| case.value.is_some());
    present.fold(DeploymentSet::NONE, |any, case| {
        sets.deployments.or(any, case.when)
    })
}

/// Returns the deployments of `when` by the number of parts that exist, given those in which each exists. The last set
/// has `most` or more.
pub fn by_count(
    sets: &ConditionSets<'_>,
    when: DeploymentSet,
    mut parts: Vec<DeploymentSet>,
    most: usize,
) -> Vec<DeploymentSet> {
    let space = &sets.deployments;
    // Each step adds the axes above those of the sets so far, which keeps it cheap.
    parts.sort_by_cached_key(|part| std::cmp::Reverse(space.support(*part).last().copied()));
    let mut counts = vec![DeploymentSet::ALL];
    for part in parts {
        let stay = |set: DeploymentSet| space.minus(set, part);
        let mut next: Vec<DeploymentSet> = counts.iter().map(|set| stay(*set)).collect();
        next.push(DeploymentSet::NONE);
        for (index, set) in counts.iter().enumerate() {
            let more = space.and(*set, part);
            if let Some(slot) = next.get_mut(index + 1) {
                *slot = space.or(*slot, more);
            }
        }
        if next.len() > most.saturating_add(1) {
            let above = next.pop().unwrap_or(DeploymentSet::NONE);
            if let Some(last) = next.last_mut() {
                *last = space.or(*last, above);
            }
        }
        counts = next;
    }
    counts.into_iter().map(|set| space.and(set, when)).collect()
}
