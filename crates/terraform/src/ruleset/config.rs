//! Which rules run, with which options: `.tflint.hcl` and options of the caller. Reference:
//! <https://github.com/terraform-linters/tflint/blob/v0.60.0/docs/user-guide/config.md>.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::options::Options;
use super::rule::Rule;
use crate::eval::{Texts, constant_value};
use crate::syntax::ast::{Block, Body};
use crate::syntax::parse_body;
use crate::value::Value;

/// A set of rules that run unless they are turned off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Preset {
    /// No rules.
    None,
    /// The rules that TFLint recommends.
    #[default]
    Recommended,
    /// All rules.
    All,
}

/// Which rules run, and their options.
#[derive(Debug, Clone, Default)]
pub struct RulesConfig {
    /// The rules that run by default.
    pub preset: Preset,
    /// Prefixes of IDs of rules to run, whatever the configuration file says.
    pub included: Vec<String>,
    /// Prefixes of IDs of rules not to run; they win over all others.
    pub ignored: Vec<String>,
    /// Whether comments that turn rules off have no effect.
    pub denies_comments: bool,
    rules: BTreeMap<String, (Option<bool>, Value)>,
}

impl RulesConfig {
    /// Reads a configuration file.
    ///
    /// # Errors
    /// All errors with their locations.
    pub fn parse(name: &str, text: &str) -> Result<RulesConfig, Vec<String>> {
        let texts = Texts::default();
        let mut config = RulesConfig::default();
        let mut wrong: Vec<String> = Vec::new();
        let read = texts.read(name, text, parse_body).and_then(|body| {
            let flag = |block: &Block, name: &str| -> Result<Option<bool>, _> {
                block
                    .body
                    .attribute(name)
                    .map(|attribute| constant_value(&attribute.expr).map(|value| value.bool()))
                    .transpose()
                    .map(Option::flatten)
            };
            for block in body.blocks("config") {
                if flag(block, "disabled_by_default")? == Some(true) {
                    config.preset = Preset::None;
                }
            }
            for block in body
                .blocks("plugin")
                .filter(|block| block.label(0).is_some_and(|label| &**label == "terraform"))
            {
                if flag(block, "enabled")? == Some(false) {
                    config.preset = Preset::None;
                } else if let Some(attribute) = block.body.attribute("preset") {
                    match constant_value(&attribute.expr)?.str() {
                        Some("all") => config.preset = Preset::All,
                        Some("recommended") => config.preset = Preset::Recommended,
                        _ => wrong.push(format!("{name}: preset: expected all or recommended")),
                    }
                }
            }
            for block in body.blocks("rule") {
                let Some(id) = block.label(0) else { continue };
                let enabled = flag(block, "enabled")?;
                config
                    .rules
                    .insert(id.to_string(), (enabled, object(&block.body)?));
            }
            Ok(())
        });
        wrong.extend(
            read.err()
                .into_iter()
                .flatten()
                .map(|error| texts.with(|sources| error.located(sources).to_string())),
        );
        if wrong.is_empty() {
            Ok(config)
        } else {
            Err(wrong)
        }
    }

    /// Undoes what a configuration file turns off: rules that run by default run, and have their default options. Rules
    /// that the file turns on run, too. Returns the IDs of the rules that this changes.
    pub fn deny_suppressions(&mut self, rules: &'static [&'static Rule]) -> Vec<String> {
        let before = self.clone();
        if self.preset == Preset::None {
            self.preset = Preset::Recommended;
        }
        let is_default = |id: &str| {
            rules
                .iter()
                .any(|rule| rule.id == id && rule.is_recommended)
        };
        self.rules.retain(|id, (enabled, options)| {
            if is_default(id) {
                *options = Value::object(BTreeMap::new());
            }
            *enabled != Some(false)
        });
        let is_changed = |rule: &&&Rule| {
            let has_options = |config: &RulesConfig| {
                let options = config.rules.get(rule.id);
                let elements = options.and_then(|(_, options)| options.elements());
                elements.is_some_and(|elements| elements.keys().any(|name| &**name != "enabled"))
            };
            self.runs(rule) && (!before.runs(rule) || has_options(&before) && !has_options(self))
        };
        let changed = rules.iter().filter(is_changed);
        changed.map(|rule| rule.id.to_owned()).collect()
    }

    /// Returns the rules that run, with their options.
    pub fn enabled(
        &self,
        rules: &'static [&'static Rule],
    ) -> impl Iterator<Item = (&'static Rule, Options<'_>)> {
        rules
            .iter()
            .copied()
            .filter(|rule| self.runs(rule))
            .map(|rule| (rule, self.options(rule)))
    }

    fn runs(&self, rule: &Rule) -> bool {
        let has = |prefixes: &[String]| {
            prefixes
                .iter()
                .any(|prefix| rule.id.starts_with(prefix.as_str()))
        };
        if has(&self.ignored) {
            return false;
        }
        let by_preset = match self.preset {
            Preset::None => false,
            Preset::Recommended => rule.is_recommended,
            Preset::All => true,
        };
        has(&self.included)
            || self
                .rules
                .get(rule.id)
                .and_then(|(enabled, _)| *enabled)
                .unwrap_or(by_preset)
    }

    fn options(&self, rule: &Rule) -> Options<'_> {
        Options::of(self.rules.get(rule.id).map(|(_, options)| options))
    }
}

/// Returns a body as an object: its arguments, and its blocks by type.
fn object(body: &Body) -> Result<Value, crate::diagnostic::Errors> {
    let mut elements: BTreeMap<Rc<str>, Value> = BTreeMap::new();
    for attribute in &body.attributes {
        elements.insert(Rc::clone(&attribute.name), constant_value(&attribute.expr)?);
    }
    for block in &body.blocks {
        elements.insert(Rc::clone(&block.kind), object(&block.body)?);
    }
    Ok(Value::object(elements))
}
