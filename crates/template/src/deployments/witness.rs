//! Parameter values that show a deployment.

use std::collections::BTreeSet;

use bumpalo::Bump;

use super::admit::admits;
use super::made_up::candidates;
use super::names::names_in;
use super::{AxisValue, Dimension, Matches, Space, Subject, VaryingTemplate, document};
use crate::parameter_values::{Literal, ParameterValue};
use crate::region::{Partition, REGIONS};
use crate::resolve::evaluate::{Causes, Evaluated};
use crate::resolve::facts::texts;
use crate::resolve::known::text;
use crate::resolve::{self, Defaults};
use crate::{DerivationLimits, Parameter, ParameterSet, PseudoParameter};
use cfn_warden_syntax::deployments::{Assignment, Axis, DeploymentSet};
use cfn_warden_syntax::{Node, Value};

/// The maximum number of values that are tried to decide a comparison.
const VALUES: usize = 30;
/// The maximum number of values that are tried for one witness.
const TRIES: usize = 200;
/// The bytes of the longest value of a parameter:
/// <https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html>
const LONGEST: usize = 4_096;

/// Parameter values of one deployment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Witness<'a> {
    /// The values of parameters and pseudo parameters, as on the command line: items of a list are separated by commas.
    /// They include those that the caller supplied; other parameters have their defaults.
    pub values: Vec<(&'a str, String)>,
    /// Parameters with a value that the caller supplied and that must not be displayed.
    pub hidden: Vec<&'a str>,
    /// Parameters that need a value, and none is known that their declaration admits.
    pub unknown: Vec<&'a str>,
    /// Whether the deployment also depends on comparisons that these values do not decide as it assumes.
    pub is_partial: bool,
}

impl Witness<'_> {
    /// Returns the values as if they had been supplied.
    pub fn parameter_set(&self) -> ParameterSet {
        let mut set = ParameterSet::default();
        for (name, value) in &self.values {
            set.set_value(ParameterValue {
                name: (*name).to_owned(),
                value: Literal::Text(value.clone()),
                at: None,
            });
        }
        set
    }
}

impl<'a> VaryingTemplate<'a> {
    /// Returns parameter values that show a deployment of a set; `None` if there is none that is valid.
    pub fn witness(&self, set: DeploymentSet, matches: Matches<'_>) -> Option<Witness<'a>> {
        let picked = self.space.pick(set)?;
        Some(self.witness_of(&picked, &self.space.deployments.support(set), matches))
    }

    /// Returns the parameter values of a deployment. Values on `shown` axes are listed even if they are defaults.
    pub fn witness_of(
        &self,
        deployment: &Assignment,
        shown: &[Axis],
        matches: Matches<'_>,
    ) -> Witness<'a> {
        let space = &self.space;
        let mut witness = Witness::default();
        for (name, value) in &space.supplied {
            match value {
                Some(value) => witness.values.push((name, value.clone())),
                None => witness.hidden.push(name),
            }
        }
        for dimension in &space.axes {
            let value = space.value_of(deployment, dimension.axis);
            match dimension.subject {
                Subject::Parameter(name) if PseudoParameter::named(name).is_some() => {
                    let value = pseudo_value(name, dimension, value);
                    witness.values.extend(value.map(|value| (name, value)));
                }
                _ => {}
            }
        }
        let is_supplied = |name: &str| space.supplied.iter().any(|(supplied, _)| *supplied == name);
        for parameter in space
            .parameters
            .iter()
            .filter(|parameter| !is_supplied(parameter.name))
        {
            let dimension = space.parameter(parameter.name);
            let index = dimension.map(|dimension| space.value_of(deployment, dimension.axis));
            let is_default = dimension.is_none_or(|one| {
                index == Some(space.preferred(one.axis)) && !shown.contains(&one.axis)
            });
            if is_default && parameter.node.get("Default").is_some() {
                continue;
            }
            match values_of(parameter, dimension, index, Vec::new(), matches).next() {
                Some(value) => witness.values.push((parameter.name, value)),
                None => witness.unknown.push(parameter.name),
            }
        }
        self.decide_comparisons(&mut witness, deployment, shown, matches);
        witness
    }

    /// Changes values that may be any other one so that comparisons on the shown axes have the result that the
    /// deployment assumes, and the assertions in `Rules` are true.
    fn decide_comparisons(
        &self,
        witness: &mut Witness<'a>,
        deployment: &Assignment,
        shown: &[Axis],
        matches: Matches<'_>,
    ) {
        let space = &self.space;
        let shown = shown.iter().filter_map(|axis| space.axes.get(axis.index()));
        let assumed: Vec<_> = shown
            .filter(|one| !matches!(one.subject, Subject::Parameter(_)))
            .collect();
        let rules = self.tree.root.get("Rules");
        let wrong_with = |witness: &Witness<'_>| {
            let is_excluded = rules.is_some()
                && !document::is_admitted(&self.tree, &witness.parameter_set(), matches);
            self.wrong(witness, deployment, &assumed)
                .saturating_add(usize::from(is_excluded))
        };
        let mut wrong = if assumed.is_empty() && rules.is_none() {
            0
        } else {
            wrong_with(witness)
        };
        let mut tries = TRIES;
        let sides = assumed
            .iter()
            .filter_map(|dimension| match dimension.subject {
                Subject::Comparison(one, other) => Some(vec![one, other]),
                _ => None,
            });
        for sides in sides.chain(rules.map(|rules| vec![rules])) {
            let mut names = BTreeSet::new();
            sides.iter().for_each(|side| names_in(*side, &mut names, 0));
            let open = space
                .parameters
                .iter()
                .filter(|parameter| names.contains(parameter.name));
            for parameter in open {
                if wrong == 0 {
                    return;
                }
                let dimension = space.parameter(parameter.name);
                let index = dimension.map(|dimension| space.value_of(deployment, dimension.axis));
                let mut likely = self.likely(witness, &sides);
                likely.extend(dimension.map(all_items));
                for value in values_of(parameter, dimension, index, likely, matches).take(VALUES) {
                    if wrong == 0 || tries == 0 {
                        break;
                    }
                    tries -= 1;
                    let mut changed = witness.clone();
                    changed.values.retain(|(name, _)| *name != parameter.name);
                    changed.values.push((parameter.name, value));
                    let still = wrong_with(&changed);
                    if still < wrong {
                        (wrong, *witness) = (still, changed);
                    }
                }
            }
        }
        witness.is_partial = wrong > 0;
    }

    /// Returns the number of conditions that depend on these axes and are not what the deployment assumes.
    fn wrong(
        &self,
        witness: &Witness<'_>,
        deployment: &Assignment,
        assumed: &[&Dimension<'a>],
    ) -> usize {
        let (arena, set) = (Bump::new(), witness.parameter_set());
        let inputs = resolve::Inputs {
            parameter_values: &set,
            defaults: Defaults::Used,
            limits: DerivationLimits::default(),
        };
        let mut evaluator = resolve::evaluator(&arena, &self.tree, &inputs);
        let conditions = self.space.conditions.iter().filter(|(_, set)| {
            let support = self.space.deployments.support(*set);
            assumed.iter().any(|one| support.contains(&one.axis))
        });
        let is_wrong = |(name, set): &&(&str, DeploymentSet)| {
            evaluator.condition(name) != Some(self.space.contains(*set, deployment))
        };
        conditions.filter(is_wrong).count()
    }

    /// Returns values with which the sides of a comparison may be equal.
    fn likely(&self, witness: &Witness<'_>, sides: &[Node<'a>]) -> Vec<String> {
        let (arena, set) = (Bump::new(), witness.parameter_set());
        let inputs = resolve::Inputs {
            parameter_values: &set,
            defaults: Defaults::Used,
            limits: DerivationLimits::default(),
        };
        let mut evaluator = resolve::evaluator(&arena, &self.tree, &inputs);
        let mut likely = Vec::new();
        for side in sides {
            let found = texts(evaluator.compared(*side, &mut Causes::new(), 0)).unwrap_or_default();
            let length = found
                .iter()
                .map(|text| text.len().saturating_add(1))
                .fold(0, usize::saturating_add);
            if length > LONGEST {
                continue;
            }
            let found = found.join(",");
            likely.extend(
                ["-", ",", "/", ":", ".", "_"].map(|between| format!("{found}{between}other")),
            );
            likely.extend(
                ["-", ",", "/", ":", ".", "_"].map(|between| format!("other{between}{found}")),
            );
            likely.push(found);
        }
        likely.push(",".to_owned());
        likely.reverse();
        likely
    }
}

impl<'a> Space<'a> {
    /// Whether a text contains a value of a parameter that is written in the template: its default, an allowed value, or a
    /// value with which it is compared.
    pub fn is_written(&self, name: &str, value: &str) -> bool {
        let parameter = self
            .parameters
            .iter()
            .find(|parameter| parameter.name == name);
        let declared = parameter.into_iter().flat_map(|one| {
            one.default()
                .into_iter()
                .chain(one.allowed_values().iter().copied())
        });
        let compared = self
            .parameter(name)
            .into_iter()
            .flat_map(|dimension| &dimension.values)
            .filter_map(axis_texts);
        let mut written = declared
            .filter_map(text)
            .chain(compared.map(|texts| texts.join(",")));
        written.any(|written| !written.is_empty() && value.contains(&*written))
    }

    /// Returns a deployment of a set, with as many defaults as possible; `None` if there is none that is valid.
    pub fn pick(&self, set: DeploymentSet) -> Option<Assignment> {
        let set = self.deployments.and(set, self.valid);
        let mut picked = self.deployments.pick(set, |axis| self.preferred(axis))?;
        let open = self
            .axes
            .iter()
            .map(|one| one.axis)
            .filter(|axis| picked.iter().all(|(of, _)| of != axis));
        let open: Vec<_> = open.collect();
        picked.extend(open.into_iter().map(|axis| (axis, self.preferred(axis))));
        picked.sort_unstable();
        Some(picked)
    }

    /// Returns what [`Space::pick`] returns for each of these sets, without duplicates, in the order of its preference: for
    /// the union of some of the sets it returns the first one.
    pub fn picks(&self, sets: impl IntoIterator<Item = DeploymentSet>) -> Vec<Assignment> {
        let mut picks: Vec<_> = sets.into_iter().filter_map(|set| self.pick(set)).collect();
        picks.sort_by_cached_key(|picked| {
            let ranks = picked
                .iter()
                .map(|(axis, value)| (*value != self.preferred(*axis), *value));
            ranks.collect::<Vec<_>>()
        });
        picks.dedup();
        picks
    }

    /// Returns the value to choose on an axis where there is a choice: the default.
    fn preferred(&self, axis: Axis) -> usize {
        let Some(dimension) = self.axes.get(axis.index()) else {
            return 0;
        };
        let Subject::Parameter(name) = dimension.subject else {
            return 0;
        };
        let parameter = self
            .parameters
            .iter()
            .find(|parameter| parameter.name == name);
        let default =
            parameter.and_then(|parameter| Some(typed_texts(parameter, parameter.default()?)));
        let Some(default) = default else { return 0 };
        let is_default =
            |value: &AxisValue<'_>| axis_texts(value).is_some_and(|texts| texts == default);
        let other = || {
            dimension
                .values
                .iter()
                .position(|value| matches!(value, AxisValue::Other))
        };
        dimension
            .values
            .iter()
            .position(is_default)
            .or_else(other)
            .unwrap_or(0)
    }
}

/// The values of an axis, as the items of one list.
fn all_items(dimension: &Dimension<'_>) -> String {
    let texts = dimension.values.iter().filter_map(axis_texts);
    texts
        .map(|texts| texts.join(","))
        .collect::<Vec<_>>()
        .join(",")
}

fn axis_texts(value: &AxisValue<'_>) -> Option<Vec<String>> {
    match value {
        AxisValue::Value(node) => texts(Evaluated::To(*node)),
        AxisValue::Other | AxisValue::OtherIn(_) | AxisValue::Holds(_) => None,
    }
}

/// Returns a written value as the texts that are compared.
fn typed_texts(parameter: &Parameter<'_>, written: Node<'_>) -> Vec<String> {
    match written.value {
        Value::List(items) => items.iter().filter_map(|item| text(*item)).collect(),
        _ => split(parameter, &text(written).unwrap_or_default()),
    }
}

fn split(parameter: &Parameter<'_>, value: &str) -> Vec<String> {
    match parameter.is_list() {
        true => value
            .split(',')
            .map(|part| part.trim().to_owned())
            .collect(),
        false => vec![value.to_owned()],
    }
}

/// Returns the possible values of a parameter in a deployment, `likely` ones first.
fn values_of<'p>(
    parameter: &'p Parameter<'_>,
    dimension: Option<&Dimension<'_>>,
    index: Option<usize>,
    likely: Vec<String>,
    matches: Matches<'p>,
) -> impl Iterator<Item = String> + use<'p> {
    let known = dimension
        .and_then(|dimension| dimension.values.get(index?))
        .and_then(axis_texts);
    let taken: Vec<_> = dimension
        .iter()
        .flat_map(|dimension| &dimension.values)
        .filter_map(axis_texts)
        .collect();
    let is_open = known.is_none();
    let is_admitted = move |value: &String| {
        split(parameter, value)
            .iter()
            .all(|item| admits(parameter, item, matches))
    };
    let default = parameter.default().and_then(text).filter(|_| is_open);
    let likely = likely.into_iter().filter(is_admitted);
    let made_up = likely.chain(default).chain(candidates(parameter, matches));
    let made_up = made_up.filter(move |value| is_open && !taken.contains(&split(parameter, value)));
    known
        .map(|texts| texts.join(","))
        .into_iter()
        .chain(made_up)
}

/// Returns a value of a pseudo parameter in a deployment.
fn pseudo_value(name: &str, dimension: &Dimension<'_>, index: usize) -> Option<String> {
    let value = dimension.values.get(index)?;
    if let Some(known) = axis_texts(value) {
        return Some(known.join(","));
    }
    let taken: Vec<_> = dimension
        .values
        .iter()
        .filter_map(axis_texts)
        .flatten()
        .collect();
    let other_partitions = |partition: &str| {
        dimension
            .values
            .iter()
            .any(|value| matches!(value, AxisValue::OtherIn(name) if *name == partition))
    };
    let fits = |region: &str| match value {
        AxisValue::OtherIn(name) => Partition::of(region).name == *name,
        _ => !other_partitions(Partition::of(region).name),
    };
    let mut examples: Box<dyn Iterator<Item = String>> = match PseudoParameter::named(name)? {
        PseudoParameter::Region => {
            let first = ["us-east-1", "eu-west-1"].iter().chain(REGIONS);
            Box::new(
                first
                    .filter(|region| fits(region))
                    .map(|region| (*region).to_owned()),
            )
        }
        PseudoParameter::AccountId => {
            Box::new((1..1000u64).map(|step| (111_122_223_332 + step).to_string()))
        }
        PseudoParameter::StackId => Box::new((0..1000).map(|step| {
            format!("arn:aws:cloudformation:us-east-1:111122223333:stack/example/{step}")
        })),
        _ => Box::new((0..1000).map(|step| format!("example-{step}"))),
    };
    examples.find(|example| !taken.contains(example))
}
