//! Parameter values that show a deployment.

use super::made_up::candidates;
use super::{AxisValue, Dimension, Matches, Space, Subject};
use crate::parameter_values::{Literal, ParameterValue};
use crate::region::{Partition, REGIONS};
use crate::resolve::evaluate::Evaluated;
use crate::resolve::facts::texts;
use crate::resolve::known::text;
use crate::{Parameter, ParameterSet, PseudoParameter};
use cfn_warden_syntax::deployments::{Assignment, Axis, DeploymentSet};
use cfn_warden_syntax::{Node, Value};

/// Parameter values of one deployment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Witness<'a> {
    /// The values of parameters and pseudo parameters, as on the command line: items of a list are separated by commas.
    /// Other parameters have their defaults.
    pub values: Vec<(&'a str, String)>,
    /// Parameters that need a value, and none is known that their declaration admits.
    pub unknown: Vec<&'a str>,
    /// Whether the deployment also depends on comparisons that parameter values do not decide.
    pub is_partial: bool,
}

impl Witness<'_> {
    /// Returns the values as if they had been supplied.
    pub fn parameter_set(&self) -> ParameterSet {
        let mut set = ParameterSet::default();
        for (name, value) in &self.values {
            set.set_value(ParameterValue { name: (*name).to_owned(), value: Literal::Text(value.clone()), at: None });
        }
        set
    }
}

impl<'a> Space<'a> {
    /// Returns a deployment of a set, with as many defaults as possible; `None` if there is none that is valid.
    pub fn pick(&self, set: DeploymentSet) -> Option<Assignment> {
        let set = self.deployments.and(set, self.valid);
        let mut picked = self.deployments.pick(set, |axis| self.preferred(axis))?;
        let missing: Vec<_> =
            self.axes.iter().map(|one| one.axis).filter(|axis| picked.iter().all(|(of, _)| of != axis)).collect();
        picked.extend(missing.into_iter().map(|axis| (axis, self.preferred(axis))));
        picked.sort_unstable();
        Some(picked)
    }

    /// Returns parameter values that show a deployment of a set; `None` if there is none that is valid.
    pub fn witness(&self, set: DeploymentSet, matches: Matches<'_>) -> Option<Witness<'a>> {
        let picked = self.pick(set)?;
        Some(self.witness_of(&picked, &self.deployments.support(set), matches))
    }

    /// Returns the parameter values of a deployment. Values on `shown` axes are listed even if they are defaults.
    pub fn witness_of(&self, deployment: &Assignment, shown: &[Axis], matches: Matches<'_>) -> Witness<'a> {
        let mut witness = Witness::default();
        for dimension in &self.axes {
            let value = self.value_of(deployment, dimension.axis);
            match dimension.subject {
                Subject::Parameter(name) if PseudoParameter::named(name).is_some() => {
                    let value = pseudo_value(name, dimension, value);
                    witness.values.extend(value.map(|value| (name, value)));
                }
                Subject::Parameter(_) => {}
                Subject::Comparison(..) | Subject::Condition(_) => {
                    witness.is_partial |= shown.contains(&dimension.axis);
                }
            }
        }
        for parameter in &self.parameters {
            let dimension = self.parameter(parameter.name);
            let index = dimension.map(|dimension| self.value_of(deployment, dimension.axis));
            let is_default =
                dimension.is_none_or(|one| index == Some(self.preferred(one.axis)) && !shown.contains(&one.axis));
            if is_default && parameter.node.get("Default").is_some() {
                continue;
            }
            match value_of(parameter, dimension, index, matches) {
                Some(value) => witness.values.push((parameter.name, value)),
                None => witness.unknown.push(parameter.name),
            }
        }
        witness
    }

    /// Returns the value to choose on an axis where there is a choice: the default.
    fn preferred(&self, axis: Axis) -> usize {
        let Some(dimension) = self.axes.get(axis.index()) else { return 0 };
        let Subject::Parameter(name) = dimension.subject else { return 0 };
        let parameter = self.parameters.iter().find(|parameter| parameter.name == name);
        let default = parameter.and_then(|parameter| Some(typed_texts(parameter, parameter.default()?)));
        let Some(default) = default else { return 0 };
        let is_default = |value: &AxisValue<'_>| axis_texts(value).is_some_and(|texts| texts == default);
        let other = || dimension.values.iter().position(|value| matches!(value, AxisValue::Other));
        dimension.values.iter().position(is_default).or_else(other).unwrap_or(0)
    }
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
        true => value.split(',').map(|part| part.trim().to_owned()).collect(),
        false => vec![value.to_owned()],
    }
}

/// Returns a value of a parameter in a deployment.
fn value_of(
    parameter: &Parameter<'_>,
    dimension: Option<&Dimension<'_>>,
    index: Option<usize>,
    matches: Matches<'_>,
) -> Option<String> {
    let value = dimension.and_then(|dimension| dimension.values.get(index?));
    if let Some(known) = value.and_then(axis_texts) {
        return Some(known.join(","));
    }
    let taken: Vec<_> = dimension.iter().flat_map(|dimension| &dimension.values).filter_map(axis_texts).collect();
    let default = parameter.default().and_then(text);
    let mut made_up = default.into_iter().chain(candidates(parameter, matches));
    made_up.find(|value| !taken.contains(&split(parameter, value)))
}

/// Returns a value of a pseudo parameter in a deployment.
fn pseudo_value(name: &str, dimension: &Dimension<'_>, index: usize) -> Option<String> {
    let value = dimension.values.get(index)?;
    if let Some(known) = axis_texts(value) {
        return Some(known.join(","));
    }
    let taken: Vec<_> = dimension.values.iter().filter_map(axis_texts).flatten().collect();
    let other_partitions = |partition: &str| {
        dimension.values.iter().any(|value| matches!(value, AxisValue::OtherIn(name) if *name == partition))
    };
    let fits = |region: &str| match value {
        AxisValue::OtherIn(name) => Partition::of(region).name == *name,
        _ => !other_partitions(Partition::of(region).name),
    };
    let mut examples: Box<dyn Iterator<Item = String>> = match PseudoParameter::named(name)? {
        PseudoParameter::Region => {
            let first = ["us-east-1", "eu-west-1"].iter().chain(REGIONS);
            Box::new(first.filter(|region| fits(region)).map(|region| (*region).to_owned()))
        }
        PseudoParameter::AccountId => Box::new((1..1000u64).map(|step| (111_122_223_332 + step).to_string())),
        PseudoParameter::StackId => Box::new(
            (0..1000).map(|step| format!("arn:aws:cloudformation:us-east-1:111122223333:stack/example/{step}")),
        ),
        _ => Box::new((0..1000).map(|step| format!("example-{step}"))),
    };
    examples.find(|example| !taken.contains(example))
}
