//! Scenarios that show every possible result of a keyword, found with sets of deployments instead of enumeration.

use super::evaluation::{Assertion, Evaluation};
use super::keyword as k;
use super::pack::{Json, Key};
use super::{equal, keyword};
use cfn_warden_syntax::deployments::{DeploymentSet, Deployments};
use cfn_warden_syntax::{Node, Value};
use cfn_warden_template::condition::guarded::{Case, by_count, cases, presence};
use cfn_warden_template::condition::{AssumptionKind, ConditionSets, scenario};
use cfn_warden_template::{Assumptions, Functions};

/// The sets of an instance's parts.
struct Parts<'c, 'a> {
    sets: &'c ConditionSets<'a>,
    functions: Functions,
    /// The deployments in which the instance has this value.
    when: DeploymentSet,
    value: Node<'a>,
}

/// Returns a scenario for each violation that a keyword about the presence or the number of parts can have; `None` for
/// other keywords, and if a limit is exceeded.
pub(super) fn of_counts<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
) -> Option<Vec<Assumptions>> {
    let violated = |parts: &Parts<'_, 'a>| match assertion.keyword {
        k::REQUIRED => Some(parts.without_each(assertion.value)),
        k::REQUIRED_OR => Some(parts.without_all(assertion.value)),
        k::REQUIRED_XOR => Some(
            [
                parts.without_all(assertion.value),
                parts.with_two(assertion.value),
            ]
            .concat(),
        ),
        k::DEPENDENT_REQUIRED => Some(parts.dependent(assertion.value, false)),
        k::DEPENDENT_EXCLUDED => Some(parts.dependent(assertion.value, true)),
        k::MIN_ITEMS | k::MAX_ITEMS | k::MIN_PROPERTIES | k::MAX_PROPERTIES => {
            parts.counts(evaluation, assertion)
        }
        _ => None,
    };
    // If telling the numbers of parts apart exceeds a limit, one scenario shows the violation.
    examples(evaluation, assertion, violated).or_else(|| {
        let is_most = matches!(assertion.keyword, k::MAX_ITEMS | k::MAX_PROPERTIES);
        examples(evaluation, assertion, |parts| {
            is_most.then(|| parts.above(assertion))?
        })
    })
}

/// Returns a scenario for each value that a list with `uniqueItems` can repeat; `None` for other keywords, and if a
/// limit is exceeded.
pub(super) fn of_pairs<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
) -> Option<Vec<Assumptions>> {
    examples(evaluation, assertion, |parts| {
        (assertion.keyword == k::UNIQUE_ITEMS).then(|| parts.repeated(evaluation))?
    })
}

fn examples<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    violated: impl Fn(&Parts<'_, 'a>) -> Option<Vec<DeploymentSet>>,
) -> Option<Vec<Assumptions>> {
    let conditions = &evaluation.template.conditions;
    let is_symbolic = matches!(
        assertion.keyword,
        k::REQUIRED
            | k::REQUIRED_OR
            | k::REQUIRED_XOR
            | k::DEPENDENT_REQUIRED
            | k::DEPENDENT_EXCLUDED
            | k::MIN_ITEMS
            | k::MAX_ITEMS
            | k::MIN_PROPERTIES
            | k::MAX_PROPERTIES
            | k::UNIQUE_ITEMS
    );
    // A bound from gathered values can differ.
    if !is_symbolic || assertion.value.keyword(keyword::DATA).is_some() {
        return None;
    }
    let sets = conditions.sets()?;
    let functions = assertion.cx.functions;
    let within = sets.assuming(&conditions.held(assertion.cx.conditions));
    let sets = &*sets;
    let mut found = Vec::new();
    for Case { when, value, .. } in cases(sets, functions, within, assertion.instance) {
        let Some(value) = value else { continue };
        found.extend(violated(&Parts {
            sets,
            functions,
            when,
            value,
        })?);
    }
    let names = scenario::conditions_of(assertion.instance);
    let mut scenarios = Vec::new();
    for set in found {
        let Some(example) = sets.example(set, &names) else {
            continue;
        };
        let scenario = conditions.pin(assertion.cx.conditions, &example, AssumptionKind::Assumed);
        scenarios.extend(
            scenario
                .ok()
                .filter(|scenario| !scenarios.contains(scenario)),
        );
    }
    sets.is_exact().then_some(scenarios)
}

impl<'a> Parts<'_, 'a> {
    fn space(&self) -> &Deployments {
        &self.sets.deployments
    }

    /// Returns the deployments in which a key exists.
    fn with(&self, key: &str) -> DeploymentSet {
        let value = self.value.get(key);
        value.map_or(DeploymentSet::NONE, |value| {
            presence(self.sets, self.functions, self.when, value)
        })
    }

    fn without(&self, key: &str) -> DeploymentSet {
        self.space().minus(self.when, self.with(key))
    }

    fn without_each(&self, keys: Json<'a>) -> Vec<DeploymentSet> {
        if self.value.as_map().is_none() {
            return Vec::new();
        }
        keys.items()
            .filter_map(Json::as_str)
            .map(|key| self.without(key))
            .collect()
    }

    fn without_all(&self, keys: Json<'a>) -> Vec<DeploymentSet> {
        let each = self.without_each(keys);
        each.into_iter()
            .reduce(|all, one| self.space().and(all, one))
            .into_iter()
            .collect()
    }

    fn with_two(&self, keys: Json<'a>) -> Vec<DeploymentSet> {
        let each: Vec<_> = keys
            .items()
            .filter_map(Json::as_str)
            .map(|key| self.with(key))
            .collect();
        let pairs = each.iter().enumerate().flat_map(|(index, one)| {
            each.iter()
                .skip(index.saturating_add(1))
                .map(|other| self.space().and(*one, *other))
        });
        pairs.collect()
    }

    /// Returns the deployments in which a key and another one exist, or in which the other one does not.
    fn dependent(&self, keys: Json<'a>, exists: bool) -> Vec<DeploymentSet> {
        let of_key = |(key, others): (Key<'a>, Json<'a>)| {
            let with = self.with(key.text);
            let others: Vec<_> = others.items().filter_map(Json::as_str).collect();
            others.into_iter().map(move |other| {
                let other = if exists {
                    self.with(other)
                } else {
                    self.without(other)
                };
                self.space().and(with, other)
            })
        };
        keys.entries().flat_map(of_key).collect()
    }

    /// Returns the parts that a keyword counts.
    fn counted(&self, assertion: &Assertion<'a, '_>) -> Vec<Node<'a>> {
        match (assertion.keyword, self.value.value) {
            (k::MIN_ITEMS | k::MAX_ITEMS, Value::List(items)) => items.to_vec(),
            (k::MIN_PROPERTIES | k::MAX_PROPERTIES, Value::Map(entries)) => {
                entries.iter().map(|entry| entry.value).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Returns the deployments in which there are more parts than the bound.
    fn above(&self, assertion: &Assertion<'a, '_>) -> Option<Vec<DeploymentSet>> {
        let most = usize::try_from(assertion.value.as_i64()?)
            .ok()?
            .checked_add(1)?;
        let parts = self.counted(assertion).into_iter();
        let present = parts
            .map(|part| presence(self.sets, self.functions, self.when, part))
            .collect();
        Some(
            by_count(self.sets, self.when, present, most)
                .into_iter()
                .skip(most)
                .collect(),
        )
    }

    /// Returns the deployments for each number of parts outside the bound.
    fn counts(
        &self,
        evaluation: &Evaluation<'a>,
        assertion: &Assertion<'a, '_>,
    ) -> Option<Vec<DeploymentSet>> {
        let parts = self.counted(assertion);
        let bound = usize::try_from(assertion.value.as_i64()?).ok()?;
        let is_least = matches!(assertion.keyword, k::MIN_ITEMS | k::MIN_PROPERTIES);
        // Counts the parts that exist below a minimum, and those that are absent above a maximum.
        let most = if is_least {
            bound
        } else {
            parts.len().saturating_sub(bound)
        };
        if !evaluation.spend(u64::try_from(parts.len().saturating_mul(most)).ok()?) {
            return None;
        }
        let counted = |part: Node<'a>| {
            let present = presence(self.sets, self.functions, self.when, part);
            if is_least {
                present
            } else {
                self.space().minus(self.when, present)
            }
        };
        let mut counts = by_count(
            self.sets,
            self.when,
            parts.into_iter().map(counted).collect(),
            most,
        );
        counts.truncate(most);
        Some(counts)
    }

    /// Returns the deployments in which a list repeats a value, one set for each value.
    fn repeated(&self, evaluation: &Evaluation<'a>) -> Option<Vec<DeploymentSet>> {
        let Value::List(items) = self.value.value else {
            return Some(Vec::new());
        };
        let of_item = |(index, item): (usize, &Node<'a>)| {
            let cases = cases(self.sets, self.functions, self.when, *item).into_iter();
            cases.filter_map(move |case| Some((index, case.when, case.value?)))
        };
        let leaves: Vec<_> = items.iter().enumerate().flat_map(of_item).collect();
        if !evaluation.budget.spend_on_pairs(leaves.len()) {
            return None;
        }
        let (mut seen, mut found) = (vec![false; leaves.len()], Vec::new());
        for (first, (_, _, value)) in leaves.iter().enumerate() {
            if seen.get(first).copied().unwrap_or(true) {
                continue;
            }
            let (mut any, mut equal) = (DeploymentSet::NONE, Vec::new());
            for (place, (index, when, other)) in leaves.iter().enumerate().skip(first) {
                if place != first && !equal::equals(*value, *other) {
                    continue;
                }
                if let Some(seen) = seen.get_mut(place) {
                    *seen = true;
                }
                equal.push((*index, *when));
            }
            for (place, (index, when)) in equal.iter().enumerate() {
                let later = equal
                    .iter()
                    .skip(place.saturating_add(1))
                    .filter(|(other, _)| other != index);
                any = later.fold(any, |any, (_, other)| {
                    self.space().or(any, self.space().and(*when, *other))
                });
            }
            found.push(any);
        }
        Some(found)
    }
}
