//! The values of a parameter or pseudo parameter, each with the deployments that have it.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::admit::{admits, whole_limit, words_of_pattern};
use super::class::{Class, Classes, is_region};
use super::guarded::Guarded;
use super::{AxisValue, Subject};
use crate::region::{Partition, REGIONS};
use crate::resolve::evaluate::Evaluated;
use crate::resolve::facts::texts;
use crate::resolve::known::{text, typed};
use crate::{Parameter, PseudoParameter};
use cfn_warden_syntax::deployments::DeploymentSet;
use cfn_warden_syntax::derive::SYNTHETIC;
use cfn_warden_syntax::hash::HashSet;
use cfn_warden_syntax::{Node, Value};

/// The number of values of a parameter.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ways {
    pub values: usize,
    /// Whether one of them is its default, and another one any other value.
    pub has_default: bool,
}

/// The greatest length of a text that is made up because the declaration limits the length.
const LENGTH: usize = 256;

/// Returns values with which a parameter that may have any value is deployed, too: its default, and the least and the
/// greatest that its declaration allows. The values of hidden parameters are never shown, so there is none for these.
fn candidates(parameter: &Parameter<'_>) -> Vec<String> {
    if parameter.is_hidden() {
        return Vec::new();
    }
    let default = parameter.default().and_then(|default| match default.value {
        Value::List(items) => {
            let items: Option<Vec<_>> = items.iter().map(|item| text(*item)).collect();
            Some(items?.join(","))
        }
        _ => text(default),
    });
    let limits = ["MinValue", "MaxValue"].map(|key| whole_limit(parameter, key));
    let lengths = ["MinLength", "MaxLength"].map(|key| {
        let length = parameter.node.get(key).and_then(text)?.parse().ok()?;
        (parameter.kind == "String" && length <= LENGTH).then_some(length)
    });
    let texts = lengths
        .into_iter()
        .flatten()
        .flat_map(|length| ["a", "1"].map(|letter| letter.repeat(length)));
    let limits = limits.into_iter().flatten().map(|limit| limit.to_string());
    default.into_iter().chain(limits).chain(texts).collect()
}

impl<'a> Guarded<'a, '_> {
    /// Returns the values of a parameter or pseudo parameter; `None` if nothing is known of it. Creates its axis.
    pub fn classes(&mut self, name: &str) -> Option<Rc<Classes<'a>>> {
        if let Some(known) = self.classes.get(name) {
            return known.clone();
        }
        let created = self.create(name).map(Rc::new);
        let name: &'a str = self.arena.alloc_str(name);
        self.classes.insert(name, created.clone());
        created
    }

    fn create(&mut self, name: &str) -> Option<Classes<'a>> {
        if let Some((name, known)) = self.fixed.known.get_key_value(name) {
            let list = vec![(DeploymentSet::ALL, Class::Value(known.value))];
            return Some(Classes {
                name,
                list,
                number: known.number,
                hidden: known.hidden,
            });
        }
        match PseudoParameter::named(name) {
            Some(PseudoParameter::NoValue) => None,
            Some(PseudoParameter::Region) => {
                let values = self.region_values();
                let name = PseudoParameter::Region.name();
                let list = self.create_axis(name, values);
                Some(Classes {
                    name,
                    list,
                    number: false,
                    hidden: false,
                })
            }
            Some(PseudoParameter::Partition) => {
                self.of_region(PseudoParameter::Partition, |partition| partition.name)
            }
            Some(PseudoParameter::UrlSuffix) => {
                self.of_region(PseudoParameter::UrlSuffix, |partition| partition.suffix)
            }
            Some(pseudo) => {
                let values = self.pseudo_values(pseudo);
                let list = self.create_axis(pseudo.name(), values);
                Some(Classes {
                    name: pseudo.name(),
                    list,
                    number: false,
                    hidden: false,
                })
            }
            None => {
                let parameter = self
                    .parameters
                    .iter()
                    .rev()
                    .find(|parameter| parameter.name == name)
                    .copied()?;
                let values = self.parameter_values(&parameter)?;
                let number = matches!(parameter.kind, "Number" | "List<Number>");
                let list = self.create_axis(parameter.name, values);
                Some(Classes {
                    name: parameter.name,
                    list,
                    number,
                    hidden: parameter.is_hidden(),
                })
            }
        }
    }

    /// Returns how many values each parameter has that has no fixed value.
    pub fn ways(&self) -> BTreeMap<&'a str, Ways> {
        let open = self
            .parameters
            .iter()
            .filter(|parameter| !self.fixed.known.contains_key(parameter.name));
        let ways = |parameter: &Parameter<'a>| {
            let values = self.parameter_values(parameter)?;
            let has_default = self.default_among(parameter.name, &values).is_some();
            let ways = Ways {
                values: values.len(),
                has_default,
            };
            Some((parameter.name, ways))
        };
        open.filter_map(ways).collect()
    }

    /// Returns the values of a parameter that has no fixed value; `None` if its value is not in the template's hands.
    fn parameter_values(&self, parameter: &Parameter<'a>) -> Option<Vec<AxisValue<'a>>> {
        if parameter.is_ssm() {
            return None;
        }
        let is_admitted = |value: &str| admits(parameter, value, self.matches);
        let allowed = if parameter.is_list() {
            &[]
        } else {
            parameter.allowed_values()
        };
        // A value whose text is not known may be any other one.
        let is_unread = |one: &Node<'_>| text(*one).is_none();
        let allowed = if allowed.iter().any(is_unread) {
            &[]
        } else {
            allowed
        };
        let admitted = allowed
            .iter()
            .filter(|one| text(**one).is_some_and(|text| is_admitted(&text)));
        let values = self.distinct(parameter, admitted.copied());
        if !values.is_empty() {
            return Some(values);
        }
        let words = words_of_pattern(parameter).unwrap_or_default();
        let words = words
            .iter()
            .filter(|word| is_admitted(word))
            .map(|word| self.text(word));
        let values = self.distinct(parameter, words);
        if !values.is_empty() {
            return Some(values);
        }
        let is_value = |value: &String| match parameter.is_list() {
            true => value.split(',').all(|item| is_admitted(item.trim())),
            false => is_admitted(value),
        };
        let literals = self.literals.get(parameter.name).iter().cloned();
        let candidates = candidates(parameter);
        let known = literals.chain(candidates).filter(is_value);
        let mut values = self.distinct(parameter, known.map(|value| self.text(&value)));
        values.push(AxisValue::Other);
        Some(values)
    }

    /// Converts values to the type of a parameter, without duplicates and those that do not fit.
    fn distinct(
        &self,
        parameter: &Parameter<'a>,
        written: impl Iterator<Item = Node<'a>>,
    ) -> Vec<AxisValue<'a>> {
        let typed = written.filter_map(|written| typed(self.arena, parameter, written));
        let mut seen = HashSet::default();
        typed
            .filter(|value| seen.insert(texts(Evaluated::To(*value))))
            .map(AxisValue::Value)
            .collect()
    }

    fn pseudo_values(&self, pseudo: PseudoParameter) -> Vec<AxisValue<'a>> {
        let is_list = pseudo == PseudoParameter::NotificationArns;
        let literals = self.literals.get(pseudo.name()).iter().filter(|_| !is_list);
        let values = literals.map(|literal| AxisValue::Value(self.text(literal)));
        values.chain([AxisValue::Other]).collect()
    }

    /// Returns the regions with which the template compares, and the partitions of others as far as it compares those.
    fn region_values(&self) -> Vec<AxisValue<'a>> {
        if !self.regions.is_empty() {
            return self
                .regions
                .iter()
                .map(|region| AxisValue::Value(self.text(region)))
                .collect();
        }
        let named: Vec<_> = self
            .literals
            .get("AWS::Region")
            .iter()
            .filter(|name| is_region(name))
            .collect();
        let compared = |pseudo: PseudoParameter, value: &str| {
            self.literals
                .get(pseudo.name())
                .iter()
                .any(|one| one == value)
        };
        let is_compared = |partition: &Partition| {
            compared(PseudoParameter::Partition, partition.name)
                || compared(PseudoParameter::UrlSuffix, partition.suffix)
        };
        let mut partitions: Vec<&'static str> = Vec::new();
        let mut has_rest = false;
        for region in REGIONS
            .iter()
            .filter(|region| !named.iter().any(|name| name == *region))
        {
            let partition = Partition::of(region);
            match is_compared(&partition) {
                true if !partitions.contains(&partition.name) => partitions.push(partition.name),
                true => {}
                false => has_rest = true,
            }
        }
        let named = named.iter().map(|name| AxisValue::Value(self.text(name)));
        let partitions = partitions.into_iter().map(AxisValue::OtherIn);
        named
            .chain(partitions)
            .chain(has_rest.then_some(AxisValue::Other))
            .collect()
    }

    /// Returns the values of a pseudo parameter that follows from the region.
    fn of_region(
        &mut self,
        pseudo: PseudoParameter,
        value: fn(Partition) -> &'static str,
    ) -> Option<Classes<'a>> {
        let region = PseudoParameter::Region.name();
        self.classes(region)?;
        let axis = self
            .axes
            .iter()
            .find(|one| matches!(one.subject, Subject::Parameter(name) if name == region));
        let mut list: Vec<(DeploymentSet, Option<&'static str>)> = Vec::new();
        let Some(axis) = axis else {
            let only = self
                .regions
                .first()
                .map(|region| value(Partition::of(region)));
            let class = only.map_or(Class::Other, |value| Class::Value(self.text(value)));
            return Some(Classes {
                name: pseudo.name(),
                list: vec![(DeploymentSet::ALL, class)],
                number: false,
                hidden: false,
            });
        };
        for (index, one) in axis.values.iter().enumerate() {
            let of = match one {
                AxisValue::Value(region) => {
                    region.as_str().map(|region| value(Partition::of(region)))
                }
                AxisValue::OtherIn(name) => Partition::named(name).map(value),
                AxisValue::Other | AxisValue::Holds(_) => None,
            };
            let set = self.deployments.having(axis.axis, |value| value == index);
            match list.iter_mut().find(|(_, known)| *known == of) {
                Some((known, _)) => *known = self.deployments.or(*known, set),
                None => list.push((set, of)),
            }
        }
        let class = |of: Option<&'static str>| {
            of.map_or(Class::Other, |value| Class::Value(self.text(value)))
        };
        let list = list.into_iter().map(|(set, of)| (set, class(of))).collect();
        Some(Classes {
            name: pseudo.name(),
            list,
            number: false,
            hidden: false,
        })
    }

    /// Returns the index of the default among the values of a parameter that may have any other value, too.
    fn default_among(&self, name: &str, values: &[AxisValue<'a>]) -> Option<usize> {
        if !values.iter().any(|value| matches!(value, AxisValue::Other)) {
            return None;
        }
        let parameter = self.parameters.iter().rev().find(|one| one.name == name)?;
        let default = typed(self.arena, parameter, parameter.default()?)?;
        let default = texts(Evaluated::To(default))?;
        values.iter().position(|value| match value {
            AxisValue::Value(value) => texts(Evaluated::To(*value)).as_ref() == Some(&default),
            _ => false,
        })
    }

    /// Creates an axis unless there is only one value.
    fn create_axis(
        &mut self,
        name: &'a str,
        values: Vec<AxisValue<'a>>,
    ) -> Vec<(DeploymentSet, Class<'a>)> {
        let class = |value: &AxisValue<'a>| match value {
            AxisValue::Value(value) => Class::Value(*value),
            _ => Class::Other,
        };
        if let [only] = values.as_slice() {
            return vec![(DeploymentSet::ALL, class(only))];
        }
        let default = self.default_among(name, &values);
        let axis = self.add_axis(Subject::Parameter(name), values.clone(), default);
        let having = |index| self.deployments.having(axis, |value| value == index);
        values
            .iter()
            .enumerate()
            .map(|(index, value)| (having(index), class(value)))
            .collect()
    }

    pub(super) fn text(&self, text: &str) -> Node<'a> {
        Node {
            id: SYNTHETIC,
            value: Value::Str(self.arena.alloc_str(text)),
        }
    }
}
