//! Settings of the linter, from the command line, a request, a configuration file or the template's metadata.

use std::collections::BTreeMap;
use std::sync::Arc;

use bumpalo::Bump;

use super::Input;
use super::custom::CustomRule;
use super::registry::RuleSet;
use cfn_warden_schema::Knowledge;
use cfn_warden_schema::budget::Limits;
use cfn_warden_schema::mode::TypeMatching;
use cfn_warden_schema::options::Options;
use cfn_warden_syntax::finding::{RuleId, TemplateSuppressions};
use cfn_warden_syntax::{Node, Tree, Value};
use cfn_warden_template::region::REGIONS;
use cfn_warden_template::{Compat, ParameterSet, Region, Regions, Template, parameter_values};

/// Option values by rule ID and option name.
pub type RuleOptions = BTreeMap<String, BTreeMap<String, Vec<String>>>;

/// Name that selects all regions in a list of regions.
pub const ALL_REGIONS: &str = "ALL_REGIONS";

/// Settings of the linter. A `None` value is taken from the template's `Metadata.cfn-lint.config`, then from
/// `fallback`, then from the default.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Settings {
    /// Names of the regions to check for; us-east-1 by default.
    pub regions: Option<Vec<String>>,
    /// ID prefixes of rules to disable.
    pub ignore_checks: Option<Vec<String>>,
    /// ID prefixes of rules to enable in addition to errors and warnings: `I`.
    pub include_checks: Option<Vec<String>>,
    /// ID prefixes of rules that cannot be disabled or suppressed.
    pub mandatory_checks: Vec<String>,
    /// Whether to run experimental rules.
    pub include_experimental: Option<bool>,
    /// Whether to run the rules about deployment, for example `ED1001`, which cfn-lint does not have; off with `compat`.
    pub deployment_rules: bool,
    /// Option values of rules.
    pub configure_rules: Option<RuleOptions>,
    /// Defects of cfn-lint to reproduce.
    pub compat: Compat,
    /// The words of messages.
    pub wording: Wording,
    /// Parameter values, one set per deployment. If empty, rules use the defaults and allowed values in the template.
    pub parameter_sets: Vec<ParameterSet>,
    /// The rules; the default has none, and linting is incomplete without them.
    pub rules: RuleSet,
    /// The resource types and rule schemas; the default has none, and linting is incomplete without them.
    pub knowledge: Knowledge,
    /// Settings from a configuration file, used where neither these settings nor the template set a value.
    pub fallback: Option<Box<Settings>>,
    /// Whether to merge lists from all three sources; otherwise the first non-empty one is used.
    pub merge: bool,
    /// Resource limits for one template.
    pub limits: Limits,
    /// The rules of the custom rules file.
    pub custom_rules: Arc<Vec<CustomRule>>,
    /// Whether suppressions in templates take effect.
    pub suppressions: TemplateSuppressions,
    /// Whether findings carry the edits that fix them.
    pub fixes: Fixes,
}

/// Whether findings carry the edits that fix them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Fixes {
    /// They do not.
    #[default]
    Skip,
    /// They do, where edits are possible.
    Compute,
}

/// The words of messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Wording {
    /// Plain words: what is wrong, what is allowed, and how to fix it.
    #[default]
    Plain,
    /// cfn-lint's words, which its users search for. They also apply if `compat` asks for its long lists.
    CfnLint,
}

impl Settings {
    /// Returns default settings with rules and a knowledge base.
    pub fn new(rules: RuleSet, knowledge: Knowledge) -> Settings {
        Settings {
            rules,
            knowledge,
            ..Settings::default()
        }
    }

    /// Returns the effective settings: these, completed by the template's metadata and then by `fallback`.
    #[must_use]
    pub fn with_template(&self, tree: &Tree<'_>) -> Settings {
        let config = || tree.root.get("Metadata")?.get("cfn-lint")?.get("config");
        let config = config().filter(|_| self.suppressions == TemplateSuppressions::Allow);
        if config.is_none() && self.fallback.is_none() {
            return self.clone();
        }
        let own = |key: &str| config.and_then(|config| config.get(key));
        let fallback = self.fallback.as_deref();
        let list = |set: fn(&Settings) -> &Option<Vec<String>>, key: &str| {
            let written = own(key)
                .filter(|value| value.as_list().is_some())
                .map(texts);
            self.layered([
                set(self).clone(),
                written,
                fallback.and_then(|fallback| set(fallback).clone()),
            ])
        };
        let written = own("configure_rules")
            .filter(|value| value.as_map().is_some())
            .map(rules);
        let options = [
            self.configure_rules.clone(),
            written,
            fallback.and_then(|fallback| fallback.configure_rules.clone()),
        ];
        let sets = own("parameters").map(|own| parameter_values::file::in_template(tree, own));
        let sets = [
            Some(self.parameter_sets.clone()),
            sets,
            fallback.map(|fallback| fallback.parameter_sets.clone()),
        ];
        Settings {
            regions: list(|settings| &settings.regions, "regions"),
            ignore_checks: list(|settings| &settings.ignore_checks, "ignore_checks"),
            include_checks: list(|settings| &settings.include_checks, "include_checks"),
            mandatory_checks: self.mandatory_checks.clone(),
            include_experimental: [
                self.include_experimental,
                own("include_experimental").map(|value| matches!(value.value, Value::Bool(true))),
                fallback.and_then(|fallback| fallback.include_experimental),
            ]
            .into_iter()
            .flatten()
            .reduce(|one, other| one || other),
            configure_rules: self.layered(options),
            parameter_sets: self.layered(sets).unwrap_or_default(),
            deployment_rules: self.deployment_rules,
            compat: self.compat,
            wording: self.wording,
            rules: self.rules,
            knowledge: self.knowledge.clone(),
            limits: self.limits,
            fallback: None,
            merge: self.merge,
            custom_rules: Arc::clone(&self.custom_rules),
            suppressions: self.suppressions,
            fixes: self.fixes,
        }
    }

    /// Merges all layers, or returns the first non-empty one if merging is off.
    fn layered<L: IntoIterator + Extend<L::Item> + Default>(
        &self,
        layers: [Option<L>; 3],
    ) -> Option<L>
    where
        for<'l> &'l L: IntoIterator,
    {
        let mut layers = layers
            .into_iter()
            .flatten()
            .filter(|layer| layer.into_iter().next().is_some());
        if !self.merge {
            return layers.next();
        }
        layers.reduce(|mut one, other| {
            one.extend(other);
            one
        })
    }

    /// Returns these settings with the parameter values converted to the types that the template declares.
    #[must_use]
    pub fn with_parameters_of(self, template: &Template<'_>) -> Settings {
        Settings {
            parameter_sets: self
                .parameter_sets
                .iter()
                .map(|set| set.typed(template))
                .collect(),
            ..self
        }
    }

    /// Returns the regions to check for.
    pub fn regions(&self) -> Regions {
        let is_all = self
            .regions
            .iter()
            .flatten()
            .any(|name| name == ALL_REGIONS);
        let all = REGIONS.iter().copied().filter(|_| is_all);
        let names = all.chain(self.regions.iter().flatten().map(String::as_str));
        let named: Regions = names.filter_map(Region::named).collect();
        if named.is_empty() {
            Regions::PRIMARY
        } else {
            named
        }
    }

    /// Returns the values of a rule's option; empty if it is not set.
    pub fn option(&self, rule: RuleId, option: &str) -> &[String] {
        let found = || {
            self.configure_rules
                .as_ref()?
                .get(rule.as_str())?
                .get(option)
        };
        found().map(Vec::as_slice).unwrap_or_default()
    }

    /// Returns whether a rule's option is set to `true`, in any case.
    pub fn is_set(&self, rule: RuleId, option: &str) -> bool {
        self.option(rule, option)
            .first()
            .is_some_and(|value| value.eq_ignore_ascii_case("true"))
    }

    pub(super) fn options<'a>(&'a self, arena: &'a Bump, input: &Input<'a>) -> Options<'a> {
        Options {
            today: arena.alloc_str(&input.today()),
            types: if self.is_set(RuleId::new("E3012"), "strict") {
                TypeMatching::Exact
            } else {
                TypeMatching::Converted
            },
            nested: input.nested,
            compat: self.compat,
            pattern_exceptions: self.option(RuleId::new("E3031"), "exceptions"),
        }
    }
}

/// Returns a scalar, or the scalars of a list, as strings.
pub fn texts(node: Node<'_>) -> Vec<String> {
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

/// Parses `configure_rules` from a document.
pub fn rules(node: Node<'_>) -> RuleOptions {
    let entries = |node: Node<'_>| -> Vec<(String, usize)> {
        let entries = node.as_map().unwrap_or_default().iter().enumerate();
        entries
            .filter_map(|(place, entry)| Some((entry.key.as_str()?.to_owned(), place)))
            .collect()
    };
    let mut rules = BTreeMap::new();
    for (rule, place) in entries(node) {
        let Some(options) = value_at(node, place) else {
            continue;
        };
        let options_of = entries(options)
            .into_iter()
            .filter_map(|(name, at)| Some((name, texts(value_at(options, at)?))));
        rules.insert(rule, options_of.collect());
    }
    rules
}

fn value_at(node: Node<'_>, place: usize) -> Option<Node<'_>> {
    node.as_map()?.get(place).map(|entry| entry.value)
}
