//! `.cfnlintrc`: settings from files in the home and working folders, or from a named file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use bumpalo::Bump;

use crate::files;
use cfn_warden_lint::settings::{RuleOptions, rules, texts};
use cfn_warden_syntax::python::{repr, str as python_str};
use cfn_warden_syntax::{self as syntax, Node, Tree, Value};
use cfn_warden_template::ParameterSet;
use cfn_warden_template::parameter_values::file::in_template;

/// The names of configuration files, first match wins.
const NAMES: [&str; 3] = [".cfnlintrc", ".cfnlintrc.yaml", ".cfnlintrc.yml"];

/// The settings of configuration files; `None` and empty maps where a setting is absent.
#[derive(Debug, Default)]
pub struct ConfigFile {
    /// Lists of strings by setting name.
    pub lists: BTreeMap<&'static str, Vec<String>>,
    /// Strings by setting name.
    pub texts: BTreeMap<&'static str, String>,
    /// Booleans by setting name.
    pub switches: BTreeMap<&'static str, bool>,
    /// Rule options.
    pub configure_rules: Option<RuleOptions>,
    /// Parameter values.
    pub parameters: Option<Vec<ParameterSet>>,
}

/// The type of a setting.
#[derive(Clone, Copy)]
enum Kind {
    Texts,
    Text,
    OneOf(&'static [&'static str]),
    Switch,
    Rules,
    Sets,
}

/// The settings in the order in which their errors are reported.
const SETTINGS: &[(&str, Kind)] = &[
    ("append_rules", Kind::Texts),
    ("configure_rules", Kind::Rules),
    ("custom_rules", Kind::Text),
    ("debug", Kind::Switch),
    ("deployment_files", Kind::Texts),
    (
        "format",
        Kind::OneOf(&["quiet", "parseable", "json", "junit", "pretty", "sarif"]),
    ),
    ("ignore_bad_template", Kind::Switch),
    ("ignore_checks", Kind::Texts),
    ("ignore_templates", Kind::Texts),
    ("include_checks", Kind::Texts),
    ("include_experimental", Kind::Switch),
    ("mandatory_checks", Kind::Texts),
    ("merge_configs", Kind::Switch),
    (
        "non_zero_exit_code",
        Kind::OneOf(&["informational", "warning", "error", "none"]),
    ),
    ("output_file", Kind::Text),
    ("override_spec", Kind::Text),
    ("parameter_files", Kind::Texts),
    ("parameters", Kind::Sets),
    ("regions", Kind::Texts),
    ("registry_schemas", Kind::Texts),
    ("template_parameters", Kind::Sets),
    ("templates", Kind::Texts),
];

/// Reads the named file, or merges the settings of the working folder over those of the home folder.
///
/// # Errors
/// The first error of a file, in cfn-lint's words.
pub fn settings(named: Option<&Path>, home: Option<PathBuf>) -> Result<ConfigFile, String> {
    if let Some(path) = named {
        return read(path);
    }
    let first = |folder: &Path| {
        NAMES
            .iter()
            .map(|name| folder.join(name))
            .find(|path| path.is_file())
    };
    let user = home
        .and_then(|home| first(&home))
        .map(|path| read(&path))
        .transpose()?
        .unwrap_or_default();
    let project = first(Path::new(""))
        .map(|path| read(&path))
        .transpose()?
        .unwrap_or_default();
    Ok(user.overruled_by(project))
}

impl ConfigFile {
    fn overruled_by(mut self, other: ConfigFile) -> ConfigFile {
        self.lists.extend(other.lists);
        self.texts.extend(other.texts);
        self.switches.extend(other.switches);
        self.parameters = other.parameters.or(self.parameters);
        self.configure_rules = match (self.configure_rules, other.configure_rules) {
            (Some(mut own), Some(other)) => {
                for (rule, options) in other {
                    own.entry(rule).or_default().extend(options);
                }
                Some(own)
            }
            (own, other) => other.or(own),
        };
        self
    }
}

fn read(path: &Path) -> Result<ConfigFile, String> {
    let content = files::bytes(path).map_err(|error| error.to_string())?;
    let arena = Bump::new();
    let name = path.to_string_lossy();
    let broken = |error: &syntax::SyntaxError| {
        format!(
            "{name}:{}:{}: {}",
            error.span.start.line, error.span.start.column, error.message
        )
    };
    let text = syntax::decode(&content).map_err(|error| broken(&error))?;
    let parsed = syntax::parse(&arena, &text, &name);
    if let Some(error) = parsed.errors.first() {
        return Err(broken(error));
    }
    match &parsed.tree {
        Some(tree) if !is_empty(tree.root) => match validate(tree.root)
            .into_iter()
            .min_by_key(|error| error.depth)
        {
            Some(error) => Err(error.message),
            None => Ok(config(tree)),
        },
        _ => Ok(ConfigFile::default()),
    }
}

/// Returns whether Python treats a value as false; a file with a false value counts as empty.
fn is_empty(node: Node<'_>) -> bool {
    match node.value {
        Value::Null | Value::Bool(false) | Value::Int(0) | Value::Str("") => true,
        Value::Map(entries) => entries.is_empty(),
        Value::List(items) => items.is_empty(),
        _ => false,
    }
}

fn config(tree: &Tree<'_>) -> ConfigFile {
    let mut config = ConfigFile::default();
    for (name, kind) in SETTINGS {
        let Some(value) = tree.root.get(name) else {
            continue;
        };
        match kind {
            Kind::Texts => drop(config.lists.insert(name, texts(value))),
            Kind::Text | Kind::OneOf(_) => drop(config.texts.insert(name, python_str(value))),
            Kind::Switch => drop(
                config
                    .switches
                    .insert(name, matches!(value.value, Value::Bool(true))),
            ),
            Kind::Rules => config.configure_rules = Some(rules(value)),
            Kind::Sets if *name == "parameters" => {
                config.parameters = Some(in_template(tree, value))
            }
            Kind::Sets => {}
        }
    }
    config
}

/// A validation error. The one with the smallest depth is reported; among equals the first in schema order.
struct SettingError {
    depth: usize,
    message: String,
}

fn validate(root: Node<'_>) -> Vec<SettingError> {
    let Some(entries) = root.as_map() else {
        return vec![wrong_type(0, "root", "object")];
    };
    let unknown = entries
        .iter()
        .map(|entry| python_str(entry.key))
        .filter(|key| kind_of(key).is_none());
    let unknown = unknown.map(|key| {
        let message = format!("Invalid configuration key '{key}' in .cfnlintrc at {key}");
        SettingError { depth: 1, message }
    });
    let known = SETTINGS
        .iter()
        .filter_map(|(name, kind)| Some((name, kind, root.get(name)?)));
    unknown
        .chain(known.flat_map(|(name, kind, value)| validate_setting(name, *kind, value)))
        .collect()
}

fn kind_of(key: &str) -> Option<Kind> {
    SETTINGS
        .iter()
        .find(|(name, _)| *name == key)
        .map(|(_, kind)| *kind)
}

fn validate_setting(name: &str, kind: Kind, value: Node<'_>) -> Vec<SettingError> {
    match kind {
        Kind::Texts => items(name, value, |item| item.as_str().is_some(), "string"),
        Kind::Sets => items(name, value, |item| item.as_map().is_some(), "object"),
        Kind::Text if value.as_str().is_none() => vec![wrong_type(1, name, "string")],
        Kind::Switch if !matches!(value.value, Value::Bool(_)) => {
            vec![wrong_type(1, name, "boolean")]
        }
        Kind::OneOf(words) if !value.as_str().is_some_and(|text| words.contains(&text)) => {
            let list = words
                .iter()
                .map(|word| format!("'{word}'"))
                .collect::<Vec<_>>()
                .join(", ");
            let what = format!("{} is not one of [{list}]", repr(value));
            vec![SettingError {
                depth: 1,
                message: format!("Invalid configuration in .cfnlintrc at {name}: {what}"),
            }]
        }
        Kind::Rules => validate_rules(name, value),
        Kind::Text | Kind::Switch | Kind::OneOf(_) => Vec::new(),
    }
}

fn items(
    name: &str,
    value: Node<'_>,
    fits: fn(&Node<'_>) -> bool,
    kind: &str,
) -> Vec<SettingError> {
    let Some(items) = value.as_list() else {
        return vec![wrong_type(1, name, "array")];
    };
    let wrong = items.iter().enumerate().filter(|(_, item)| !fits(item));
    wrong
        .map(|(index, _)| wrong_type(2, &format!("{name}.{index}"), kind))
        .collect()
}

fn validate_rules(name: &str, value: Node<'_>) -> Vec<SettingError> {
    let Some(rules) = value.as_map() else {
        return vec![wrong_type(1, name, "object")];
    };
    let of_rule = |rule: &syntax::Entry<'_>| {
        let path = format!("{name}.{}", python_str(rule.key));
        let Some(options) = rule.value.as_map() else {
            return vec![wrong_type(2, &path, "object")];
        };
        let wrong = options.iter().filter(|option| !is_option(option.value));
        let code = wrong.map(|option| SettingError {
            depth: 3,
            message: format!(
                "Invalid configuration in .cfnlintrc at {path}.{}: {} is not valid under any of the given schemas",
                python_str(option.key),
                repr(option.value)
            ),
        });
        code.collect()
    };
    rules.iter().flat_map(of_rule).collect()
}

fn is_option(value: Node<'_>) -> bool {
    let is_all = |items: &[Node<'_>], fits: fn(&Value<'_>) -> bool| {
        items.iter().all(|item| fits(&item.value))
    };
    match value.value {
        Value::Str(_) | Value::Int(_) | Value::Bool(_) => true,
        Value::List(items) => {
            is_all(items, |item| matches!(item, Value::Str(_)))
                || is_all(items, |item| matches!(item, Value::Int(_)))
        }
        _ => false,
    }
}

fn wrong_type(depth: usize, path: &str, kind: &str) -> SettingError {
    SettingError {
        depth,
        message: format!("Invalid type for '{path}' in .cfnlintrc. Expected {kind}"),
    }
}
