//! Keyword arguments as settings of the checker.

use std::fmt::Display;
use std::str::FromStr;
use std::time::{SystemTime, UNIX_EPOCH};

use cfn_warden::{
    Checker, Knowledge, RuleLevel, invalid_rule_option, unknown_region, unknown_rule,
};
use cfn_warden_syntax::names::nearest;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};

use crate::sources::{Kind, Source};
use crate::{RulesError, SettingError};

/// The names of the arguments.
const NAMES: &[&str] = &[
    "coverage",
    "deployments",
    "experimental",
    "fail_on",
    "ignore_checks",
    "include_checks",
    "input_parameters",
    "lint",
    "mandatory_checks",
    "now",
    "packs",
    "parameters",
    "regions",
    "resolve",
    "rule_options",
    "rules",
    "schemas",
    "severities",
    "suppressions",
    "unknown",
    "waivers",
];

/// Returns the checker that keyword arguments describe. `None` is the default of each.
///
/// # Errors
/// The first argument that is unknown or has an invalid value.
pub fn checker(settings: Option<&Bound<'_, PyDict>>) -> PyResult<Checker> {
    let mut now = None;
    let mut given = Vec::new();
    for (name, value) in settings.into_iter().flatten() {
        let name: String = name.extract()?;
        match NAMES.iter().find(|known| **known == name) {
            None => return Err(PyTypeError::new_err(unknown_argument(&name))),
            Some(_) if value.is_none() => {}
            Some(&"now") => {
                let seconds = value
                    .extract::<f64>()
                    .ok()
                    .filter(|seconds| seconds.is_finite() && seconds.abs() < 1e15);
                now = Some(seconds.ok_or_else(|| expected("now", "seconds since 1970", &value))?)
            }
            Some(known) => given.push((*known, value)),
        }
    }
    let checker = Checker::new(now.map_or_else(clock, |seconds| seconds as i64));
    let is_given = |wanted: &str| {
        given
            .iter()
            .find(|(name, _)| *name == wanted)
            .map(|(_, value)| value)
    };
    if is_given("resolve").is_some_and(|value| value.extract::<bool>().unwrap_or_default())
        && is_given("deployments").is_some_and(|value| {
            value
                .extract::<String>()
                .is_ok_and(|scope| scope != "written")
        })
    {
        return Err(invalid("deployments")(
            "conflicts with resolve; expected one of them",
        ));
    }
    given
        .into_iter()
        .try_fold(checker, |checker, (name, value)| set(checker, name, &value))
}

fn set(checker: Checker, name: &'static str, value: &Bound<'_, PyAny>) -> PyResult<Checker> {
    let is_on = || {
        value
            .extract::<bool>()
            .map_err(|_| expected(name, "True or False", value))
    };
    match name {
        "rules" => rules(checker, value),
        "packs" => texts(name, value)?
            .iter()
            .try_fold(checker, |all, pack| all.with_pack(pack))
            .map_err(invalid(name)),
        "parameters" => Ok(checker.with_parameters(values(name, value)?)),
        "input_parameters" => {
            let given = sources(name, value, Kind::Document)?;
            given.into_iter().try_fold(checker, |all, one| {
                Ok(all.with_input_parameters(&one.name, &text(name, &one)?))
            })
        }
        "waivers" => {
            let mut given = Source::of(value, Kind::Document, name, "")?;
            if given.name.is_empty() {
                let is_toml = text(name, &given)?
                    .lines()
                    .any(|line| line.trim_start().starts_with("[[waiver]]"));
                given.name = if is_toml {
                    "waivers.toml"
                } else {
                    "waivers.yaml"
                }
                .to_owned();
            }
            checker
                .with_waivers(&given.name, &text(name, &given)?)
                .map_err(invalid(name))
        }
        "severities" => {
            let levels = values(name, value)?.into_iter();
            let mut levels = levels.map(|(rule, level)| {
                Ok((rule, level.parse::<RuleLevel>().map_err(invalid(name))?))
            });
            levels.try_fold(checker, |all, level| {
                level.map(|(rule, level)| all.with_severity(rule, level))
            })
        }
        "coverage" => {
            let list = values(name, value)?
                .into_iter()
                .map(|(kind, policy)| format!("{kind}={policy}"));
            checker
                .with_coverage(&list.collect::<Vec<_>>().join(","))
                .map_err(invalid(name))
        }
        "regions" => {
            let regions = texts(name, value)?;
            match regions.iter().find_map(|region| unknown_region(region)) {
                Some(reason) => Err(invalid(name)(reason)),
                None if regions.is_empty() => Ok(checker),
                None => Ok(checker.with_regions(regions)),
            }
        }
        "ignore_checks" => Ok(checker.without_checks(rule_ids(name, value)?)),
        "include_checks" => Ok(checker.with_checks(rule_ids(name, value)?)),
        "mandatory_checks" => Ok(checker.with_mandatory_checks(rule_ids(name, value)?)),
        "rule_options" => rule_options(checker, name, value),
        "experimental" => Ok(if is_on()? {
            checker.with_experimental_checks()
        } else {
            checker
        }),
        "resolve" => Ok(if is_on()? {
            checker.resolved()
        } else {
            checker
        }),
        "fail_on" => Ok(checker.with_fail_on(choice(name, value)?)),
        "deployments" => Ok(checker.with_deployments(choice(name, value)?)),
        "unknown" => Ok(checker.with_unknowns(choice(name, value)?)),
        "lint" => match &*word(name, value)? {
            "templates" => Ok(checker),
            "all" => Ok(checker.lint_all()),
            "off" => Ok(checker.without_lint()),
            other => Err(invalid(name)(format!(
                "invalid value `{other}`; expected templates, all or off"
            ))),
        },
        "suppressions" => match &*word(name, value)? {
            "allow" => Ok(checker),
            "deny" => Ok(checker.deny_suppressions()),
            other => Err(invalid(name)(format!(
                "invalid value `{other}`; expected allow or deny"
            ))),
        },
        _ => schemas(checker, name, value),
    }
}

fn rules(mut checker: Checker, value: &Bound<'_, PyAny>) -> PyResult<Checker> {
    for one in sources("rules", value, Kind::Rules)? {
        let text = text("rules", &one)?;
        checker = checker
            .with_rules(&one.name, &text)
            .map_err(|error| RulesError::new_err(error.to_string()))?;
    }
    Ok(checker)
}

fn rule_options(mut checker: Checker, name: &str, value: &Bound<'_, PyAny>) -> PyResult<Checker> {
    for (rule, options) in entries(name, value)? {
        for (option, value) in values(name, &options)? {
            invalid_rule_option(&rule, &option, &value)
                .map_or(Ok(()), |problem| Err(invalid(name)(problem)))?;
            checker = checker.with_rule_option(&rule, &option, &value);
        }
    }
    Ok(checker)
}

fn schemas(checker: Checker, name: &str, value: &Bound<'_, PyAny>) -> PyResult<Checker> {
    let schemas = sources(name, value, Kind::Document)?;
    let add =
        |all: Knowledge, one: &Source| all.with_schemas(&text(name, one)?).map_err(invalid(name));
    Ok(checker.with_knowledge(schemas.iter().try_fold(Knowledge::bundled(), add)?))
}

/// Returns texts without names, files and other sources; a single one counts as a list of one.
fn sources(name: &str, value: &Bound<'_, PyAny>, kind: Kind) -> PyResult<Vec<Source>> {
    if let Some(items) = items(value) {
        let of = |(place, item): (usize, Bound<'_, PyAny>)| {
            let name = format!("{name}[{place}]");
            Source::of(&item, kind, &name, &name)
        };
        return items.into_iter().enumerate().map(of).collect();
    }
    Ok(vec![Source::of(value, kind, name, name)?])
}

/// Returns the items of a list or tuple, but not those of a tuple of a name and a text.
pub fn items<'py>(value: &Bound<'py, PyAny>) -> Option<Vec<Bound<'py, PyAny>>> {
    if let Ok(list) = value.cast::<PyList>() {
        return Some(list.iter().collect());
    }
    let tuple = value.cast::<PyTuple>().ok()?;
    let is_named = tuple.len() == 2
        && tuple
            .get_item(0)
            .is_ok_and(|name| name.is_instance_of::<PyString>());
    (!is_named).then(|| tuple.iter().collect())
}

fn text(name: &str, source: &Source) -> PyResult<String> {
    let text = std::str::from_utf8(&source.content).map_err(|error| {
        let shown = if source.name == name {
            String::new()
        } else {
            format!("{}: ", source.name)
        };
        invalid(name)(format!("{shown}byte {} is not UTF-8", error.valid_up_to()))
    });
    text.map(str::to_owned)
}

/// Returns a list of texts; a single text counts as a list of one.
pub fn texts(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(vec![text.to_cow()?.into_owned()]);
    }
    let wrong = |_| expected(name, "a str or a list of str", value);
    value
        .try_iter()
        .map_err(wrong)?
        .map(|item| item?.extract::<String>().map_err(wrong))
        .collect()
}

fn rule_ids(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    let ids = texts(name, value)?;
    ids.iter().try_for_each(|id| known(name, id))?;
    Ok(ids)
}

fn known(name: &str, id: &str) -> PyResult<()> {
    unknown_rule(id).map_or(Ok(()), |reason| Err(invalid(name)(reason)))
}

fn entries<'py>(
    name: &str,
    value: &Bound<'py, PyAny>,
) -> PyResult<Vec<(String, Bound<'py, PyAny>)>> {
    let wrong = || expected(name, "a dict with str keys", value);
    let dict = value.cast::<PyDict>().map_err(|_| wrong())?;
    dict.iter()
        .map(|(key, value)| Ok((key.extract().map_err(|_| wrong())?, value)))
        .collect()
}

/// Returns a dict with values as on the command line: lists are joined by commas.
fn values(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Vec<(String, String)>> {
    let entries = entries(name, value)?.into_iter();
    entries
        .map(|(key, value)| Ok((key.clone(), literal(&format!("{name}[\"{key}\"]"), &value)?)))
        .collect()
}

fn literal(name: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(text.to_cow()?.into_owned());
    }
    // A bool is also an int.
    if value.is_instance_of::<PyBool>() {
        return Ok(value.extract::<bool>()?.to_string());
    }
    if value.is_instance_of::<PyInt>() || value.is_instance_of::<PyFloat>() {
        return Ok(value.str()?.to_cow()?.into_owned());
    }
    let Some(items) = items(value) else {
        return Err(expected(name, "a str, number, bool or list", value));
    };
    let texts: PyResult<Vec<String>> = items.iter().map(|item| literal(name, item)).collect();
    Ok(texts?.join(","))
}

fn word(name: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    value
        .extract::<String>()
        .map_err(|_| expected(name, "a str", value))
}

fn choice<C: FromStr<Err: Display>>(name: &str, value: &Bound<'_, PyAny>) -> PyResult<C> {
    word(name, value)?.parse().map_err(invalid(name))
}

fn invalid<E: Display>(name: &str) -> impl Fn(E) -> PyErr + use<'_, E> {
    move |reason| SettingError::new_err(format!("{name}: {reason}"))
}

fn expected(name: &str, what: &str, value: &Bound<'_, PyAny>) -> PyErr {
    let found = value
        .get_type()
        .name()
        .map(|name| name.to_string())
        .unwrap_or_default();
    PyTypeError::new_err(format!("{name}: expected {what}, not {found}"))
}

fn unknown_argument(name: &str) -> String {
    match nearest(name, NAMES.iter().copied()) {
        Some(near) => format!("unknown argument `{name}`; did you mean `{near}`?"),
        None => format!(
            "unknown argument `{name}`; expected one of {}",
            NAMES.join(", ")
        ),
    }
}

#[expect(clippy::disallowed_methods, reason = "the binding has a clock")]
fn clock() -> i64 {
    let since = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}

/// Returns the names of the bundled packs with their titles.
#[pyfunction]
pub fn packs(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(py);
    cfn_warden::packs().try_for_each(|(name, title)| dict.set_item(name, title))?;
    Ok(dict)
}

/// Returns the names of the formats that `Report.render` knows.
#[pyfunction]
pub fn formats() -> Vec<&'static str> {
    cfn_warden::formats().collect()
}
