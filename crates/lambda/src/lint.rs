//! Lint settings in requests, under cfn-lint's names.

use std::collections::BTreeMap;

use serde_json::Value;
use serde_json::value::RawValue;

use super::decode::parse;
use super::error::RequestError;
use super::event::Fields;
use cfn_warden_engine as engine;
use cfn_warden_lint::settings::ALL_REGIONS;
use cfn_warden_lint::{Settings, options};
use cfn_warden_template::{Compat, Region};

/// Reads the settings of a request; others keep their configured values.
///
/// # Errors
/// [`RequestError`] for a field that is unknown or has another type than cfn-lint's, or an unknown region.
pub fn settings(value: &RawValue, configured: &Settings) -> Result<Settings, RequestError> {
    let mut settings = configured.clone();
    let fields: Fields<'_> = parse(value, "lint", "an object")?;
    for (name, value) in fields {
        let field = format!("lint.{name}");
        match name.as_str() {
            "regions" => settings.regions = Some(regions(value, &field)?),
            "ignore_checks" => settings.ignore_checks = Some(ids(value, &field)?),
            "include_checks" => settings.include_checks = Some(ids(value, &field)?),
            "mandatory_checks" => settings.mandatory_checks = ids(value, &field)?,
            "include_experimental" => {
                settings.include_experimental = Some(parse(value, &field, "true or false")?)
            }
            "compat" => {
                let wanted = parse(value, &field, "true or false")?;
                settings.compat = if wanted {
                    Compat::CFN_LINT
                } else {
                    Compat::default()
                };
            }
            "configure_rules" => settings.configure_rules = Some(options(value, &field)?),
            _ => {
                let known = "regions, ignore_checks, include_checks, mandatory_checks, include_experimental, \
                             configure_rules, compat";
                return Err(RequestError::field(
                    field,
                    format!("unknown setting; expected one of {known}"),
                ));
            }
        }
    }
    Ok(settings)
}

/// Splits a comma-separated list.
pub fn listed(value: &str) -> Vec<String> {
    value
        .split(',')
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Returns the IDs or beginnings of IDs of rules.
///
/// # Errors
/// What is wrong with one that no rule has.
pub fn rules(ids: Vec<String>) -> Result<Vec<String>, String> {
    match ids.iter().find_map(|id| engine::unknown_rule(id)) {
        Some(reason) => Err(reason),
        None => Ok(ids),
    }
}

fn ids(value: &RawValue, field: &str) -> Result<Vec<String>, RequestError> {
    rules(texts(value, field)?).map_err(|reason| RequestError::field(field, reason))
}

/// Returns the first unknown region name.
pub fn unknown_region(names: &[String]) -> Option<&String> {
    names
        .iter()
        .find(|name| *name != ALL_REGIONS && Region::named(name).is_none())
}

fn regions(value: &RawValue, field: &str) -> Result<Vec<String>, RequestError> {
    let names = texts(value, field)?;
    match unknown_region(&names) {
        Some(name) => Err(RequestError::field(field, Region::unknown(name))),
        None => Ok(names),
    }
}

fn texts(value: &RawValue, field: &str) -> Result<Vec<String>, RequestError> {
    parse(value, field, "a list of strings")
}

/// Parses `{"E3012": {"strict": true}}`. Like cfn-lint, accepts strings, booleans, numbers and lists of strings.
fn options(
    value: &RawValue,
    field: &str,
) -> Result<BTreeMap<String, BTreeMap<String, Vec<String>>>, RequestError> {
    let rules: BTreeMap<String, BTreeMap<String, Value>> =
        parse(value, field, "{rule: {option: value}}")?;
    let texts = |value: Value| match value {
        Value::Array(items) => items.into_iter().map(text).collect(),
        other => vec![text(other)],
    };
    let options = |options: BTreeMap<String, Value>| {
        options
            .into_iter()
            .map(|(name, value)| (name, texts(value)))
            .collect()
    };
    let rules: BTreeMap<String, BTreeMap<String, Vec<String>>> = rules
        .into_iter()
        .map(|(rule, own)| (rule, options(own)))
        .collect();
    let all = rules.iter().flat_map(|(rule, own)| {
        own.iter()
            .map(move |(name, value)| (rule, name, value.join(",")))
    });
    match all
        .into_iter()
        .find_map(|(rule, name, value)| options::problem(rule, name, &value))
    {
        Some(problem) => Err(RequestError::field(field, problem)),
        None => Ok(rules),
    }
}

fn text(value: Value) -> String {
    match value {
        Value::String(text) => text,
        other => other.to_string(),
    }
}
