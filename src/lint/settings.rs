//! What a user can set: on the command line, in a request, or in the template's own metadata.

use std::collections::BTreeMap;

use super::Input;
use crate::document::{ParameterSet, Region, Regions, Template, given};
use crate::schema::added::Types;
use crate::schema::options::Options;
use crate::syntax::{Node, Tree, Value};

/// Settings of the linter. What is `None` is taken from the template's `Metadata.cfn-lint.config`, or is the default.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Settings {
    /// Regions to check for, by name; us-east-1 by default.
    pub regions: Option<Vec<String>>,
    /// Beginnings of rule ids that are not wanted.
    pub ignore_checks: Option<Vec<String>>,
    /// Beginnings of rule ids that are wanted beside errors and warnings: `I`.
    pub include_checks: Option<Vec<String>>,
    /// Beginnings of rule ids that cannot be ignored.
    pub mandatory_checks: Vec<String>,
    /// Whether experimental rules run.
    pub include_experimental: Option<bool>,
    /// Options of rules: rule id, option, values.
    pub configure_rules: Option<BTreeMap<String, BTreeMap<String, Vec<String>>>>,
    /// What deployments give the template's parameters, one set a deployment; none: what the template says of them.
    pub parameter_sets: Vec<ParameterSet>,
    /// The resource types there are.
    pub types: Types,
}

impl Settings {
    /// These settings, with the template's own where they leave something open.
    #[must_use]
    pub fn with_template(&self, tree: &Tree<'_>) -> Settings {
        let config = || tree.root.get("Metadata")?.get("cfn-lint")?.get("config");
        let Some(config) = config() else { return self.clone() };
        let texts = |own: &Option<Vec<String>>, key: &str| own.clone().or_else(|| config.get(key).map(texts));
        Settings {
            regions: texts(&self.regions, "regions"),
            ignore_checks: texts(&self.ignore_checks, "ignore_checks"),
            include_checks: texts(&self.include_checks, "include_checks"),
            mandatory_checks: self.mandatory_checks.clone(),
            include_experimental: self.include_experimental.or_else(|| config.get("include_experimental").map(is_true)),
            configure_rules: self.configure_rules.clone().or_else(|| config.get("configure_rules").map(rules)),
            parameter_sets: match self.parameter_sets.is_empty() {
                true => config.get("parameters").map(|own| given::file::in_template(tree, own)).unwrap_or_default(),
                false => self.parameter_sets.clone(),
            },
            types: self.types.clone(),
        }
    }

    /// These settings, with the values given for parameters as the template's parameters take them.
    #[must_use]
    pub fn with_parameters_of(self, template: &Template<'_>) -> Settings {
        Settings { parameter_sets: self.parameter_sets.iter().map(|set| set.typed(template)).collect(), ..self }
    }

    /// The regions to check for.
    pub fn regions(&self) -> Regions {
        let named: Regions = self.regions.iter().flatten().filter_map(|name| Region::named(name)).collect();
        if named.is_empty() { Regions::PRIMARY } else { named }
    }

    /// The values of a rule's option.
    pub fn option(&self, rule: &str, option: &str) -> &[String] {
        let found = || self.configure_rules.as_ref()?.get(rule)?.get(option);
        found().map(Vec::as_slice).unwrap_or_default()
    }

    /// Whether a rule's option is set to true.
    pub fn is_set(&self, rule: &str, option: &str) -> bool {
        self.option(rule, option).first().is_some_and(|value| value.eq_ignore_ascii_case("true"))
    }

    pub(super) fn options(&self, input: &Input<'_>) -> Options {
        Options {
            today: chrono::DateTime::from_timestamp(input.now, 0)
                .map(|time| time.date_naive().to_string())
                .unwrap_or_default(),
            strict_types: self.is_set("E3012", "strict"),
            nested: input.nested.to_vec(),
            pattern_exceptions: self.option("E3031", "exceptions").to_vec(),
        }
    }
}

fn texts(node: Node<'_>) -> Vec<String> {
    match node.value {
        Value::List(items) => items.iter().filter_map(scalar).collect(),
        _ => scalar(&node).into_iter().collect(),
    }
}

fn scalar(node: &Node<'_>) -> Option<String> {
    match node.value {
        Value::Str(text) => Some(text.to_owned()),
        Value::Bool(is) => Some(is.to_string()),
        Value::Int(number) => Some(number.to_string()),
        _ => None,
    }
}

fn is_true(node: Node<'_>) -> bool {
    scalar(&node).is_some_and(|text| text.eq_ignore_ascii_case("true"))
}

fn rules(node: Node<'_>) -> BTreeMap<String, BTreeMap<String, Vec<String>>> {
    let entries = |node: Node<'_>| -> Vec<(String, usize)> {
        let entries = node.as_map().unwrap_or_default().iter().enumerate();
        entries.filter_map(|(place, entry)| Some((entry.key.as_str()?.to_owned(), place))).collect()
    };
    let mut rules = BTreeMap::new();
    for (rule, place) in entries(node) {
        let Some(options) = value_at(node, place) else { continue };
        let options_of =
            entries(options).into_iter().filter_map(|(name, at)| Some((name, texts(value_at(options, at)?))));
        rules.insert(rule, options_of.collect());
    }
    rules
}

fn value_at(node: Node<'_>, place: usize) -> Option<Node<'_>> {
    node.as_map()?.get(place).map(|entry| entry.value)
}
