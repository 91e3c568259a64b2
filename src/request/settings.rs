//! Settings of a check.

use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::str::FromStr;

use serde::de::{self, SeqAccess};
use serde::{Deserialize, Deserializer};

use crate::{Checker, Knowledge, RuleLevel, invalid_rule_option, unknown_region, unknown_rule};

thread_local! {
    /// Clones share the schemas that were read.
    static BUNDLED: Knowledge = Knowledge::bundled();
}

/// Settings; `js/options.ts` documents them. Those that are absent have the defaults of the command line.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Settings {
    /// Seconds since 1970.
    now: i64,
    #[serde(default)]
    rules: Vec<Named>,
    #[serde(default)]
    packs: Vec<String>,
    #[serde(default)]
    parameters: BTreeMap<String, Literal>,
    #[serde(default)]
    input_parameters: Vec<Named>,
    waivers: Option<Named>,
    #[serde(default)]
    severities: BTreeMap<String, String>,
    fail_on: Option<String>,
    lint: Option<String>,
    #[serde(default)]
    regions: Vec<String>,
    #[serde(default)]
    ignore_checks: Vec<String>,
    #[serde(default)]
    include_checks: Vec<String>,
    #[serde(default)]
    mandatory_checks: Vec<String>,
    #[serde(default)]
    experimental: bool,
    #[serde(default)]
    rule_options: BTreeMap<String, BTreeMap<String, Literal>>,
    suppressions: Option<String>,
    #[serde(default)]
    resolve: bool,
    deployments: Option<String>,
    unknown: Option<String>,
    #[serde(default)]
    coverage: BTreeMap<String, String>,
    #[serde(default)]
    schemas: Vec<String>,
}

/// A text with its name.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Named {
    pub name: String,
    pub content: String,
}

/// The value of a parameter or of an option, as on the command line: lists are joined by commas.
struct Literal(String);

/// Not derived: the error of an untagged enum has the position of the whole map.
impl<'de> Deserialize<'de> for Literal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Literal, D::Error> {
        struct Visitor;
        impl<'de> de::Visitor<'de> for Visitor {
            type Value = Literal;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string, a number, true, false, or a list of these")
            }

            fn visit_bool<E>(self, value: bool) -> Result<Literal, E> {
                Ok(Literal(value.to_string()))
            }

            fn visit_i64<E>(self, value: i64) -> Result<Literal, E> {
                Ok(Literal(value.to_string()))
            }

            fn visit_u64<E>(self, value: u64) -> Result<Literal, E> {
                Ok(Literal(value.to_string()))
            }

            fn visit_f64<E: de::Error>(self, value: f64) -> Result<Literal, E> {
                let number = serde_json::Number::from_f64(value);
                Ok(Literal(
                    number
                        .ok_or_else(|| E::custom("expected a finite number"))?
                        .to_string(),
                ))
            }

            fn visit_str<E>(self, value: &str) -> Result<Literal, E> {
                Ok(Literal(value.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Literal, A::Error> {
                let mut texts = Vec::new();
                while let Some(Literal(text)) = items.next_element()? {
                    texts.push(text);
                }
                Ok(Literal(texts.join(",")))
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}

impl Settings {
    /// Returns the checker with these settings.
    ///
    /// # Errors
    /// The first setting with an invalid value, by its name.
    pub fn checker(&self) -> Result<Checker, String> {
        let mut checker = self.linter()?;
        // An empty set of values is not the same as none.
        if !self.parameters.is_empty() {
            checker = checker
                .with_parameters(self.parameters.iter().map(|(name, value)| (name, &value.0)));
        }
        for rules in &self.rules {
            checker = checker
                .with_rules(&rules.name, &rules.content)
                .map_err(|error| error.to_string())?;
        }
        for pack in &self.packs {
            checker = checker.with_pack(pack).map_err(invalid("packs"))?;
        }
        for one in &self.input_parameters {
            checker = checker.with_input_parameters(&one.name, &one.content);
        }
        if let Some(waivers) = &self.waivers {
            checker = checker
                .with_waivers(&waivers.name, &waivers.content)
                .map_err(invalid("waivers"))?;
        }
        for (rule, level) in &self.severities {
            checker = checker.with_severity(
                rule,
                level.parse::<RuleLevel>().map_err(invalid("severities"))?,
            );
        }
        if !self.coverage.is_empty() {
            let policies: Vec<_> = self
                .coverage
                .iter()
                .map(|(kind, policy)| format!("{kind}={policy}"))
                .collect();
            checker = checker
                .with_coverage(&policies.join(","))
                .map_err(invalid("coverage"))?;
        }
        if let Some(threshold) = choice("failOn", self.fail_on.as_deref())? {
            checker = checker.with_fail_on(threshold);
        }
        if self.resolve {
            if self
                .deployments
                .as_deref()
                .is_some_and(|scope| scope != "written")
            {
                return Err(invalid("deployments")(
                    "conflicts with resolve; expected one of them",
                ));
            }
            checker = checker.resolved();
        }
        if let Some(deployments) = choice("deployments", self.deployments.as_deref())? {
            checker = checker.with_deployments(deployments);
        }
        if let Some(unknowns) = choice("unknown", self.unknown.as_deref())? {
            checker = checker.with_unknowns(unknowns);
        }
        Ok(checker)
    }

    fn linter(&self) -> Result<Checker, String> {
        let named = [
            ("ignoreChecks", &self.ignore_checks),
            ("includeChecks", &self.include_checks),
            ("mandatoryChecks", &self.mandatory_checks),
        ];
        for (name, ids) in named {
            ids.iter()
                .try_for_each(|id| known(name, unknown_rule(id)))?;
        }
        let options = self
            .rule_options
            .iter()
            .flat_map(|(rule, own)| own.iter().map(move |option| (rule, option)));
        for (rule, (option, value)) in options {
            known("ruleOptions", invalid_rule_option(rule, option, &value.0))?;
        }
        self.regions
            .iter()
            .try_for_each(|region| known("regions", unknown_region(region)))?;
        let mut knowledge = BUNDLED.with(Knowledge::clone);
        for schema in &self.schemas {
            knowledge = knowledge.with_schemas(schema).map_err(invalid("schemas"))?;
        }
        let mut checker = Checker::new(self.now)
            .with_knowledge(knowledge)
            .without_checks(&self.ignore_checks)
            .with_checks(&self.include_checks)
            .with_mandatory_checks(&self.mandatory_checks);
        checker = match self.lint.as_deref() {
            Some("all") => checker.lint_all(),
            Some("off") => checker.without_lint(),
            Some("templates") | None => checker,
            Some(other) => {
                return Err(invalid("lint")(format!(
                    "invalid value `{other}`; expected templates, all or off"
                )));
            }
        };
        if !self.regions.is_empty() {
            checker = checker.with_regions(&self.regions);
        }
        if self.experimental {
            checker = checker.with_experimental_checks();
        }
        checker = match self.suppressions.as_deref() {
            Some("deny") => checker.deny_suppressions(),
            Some("allow") | None => checker,
            Some(other) => {
                return Err(invalid("suppressions")(format!(
                    "invalid value `{other}`; expected allow or deny"
                )));
            }
        };
        for (rule, options) in &self.rule_options {
            for (option, value) in options {
                checker = checker.with_rule_option(rule, option, &value.0);
            }
        }
        Ok(checker)
    }
}

fn choice<C: FromStr<Err: Display>>(name: &str, word: Option<&str>) -> Result<Option<C>, String> {
    word.map(str::parse).transpose().map_err(invalid(name))
}

fn known(name: &str, problem: Option<String>) -> Result<(), String> {
    problem.map_or(Ok(()), |reason| Err(invalid(name)(reason)))
}

fn invalid<E: Display>(name: &str) -> impl Fn(E) -> String + use<'_, E> {
    move |reason| format!("{name}: {reason}")
}
