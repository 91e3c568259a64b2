//! The options of `check` as settings of a project file: its key is the long name of the option.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::{PossibleValue, Resettable, ValueParser};
use clap::error::{ContextKind, ErrorKind};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, Command as Clap};

use crate::terraform::options::HEADING as TERRAFORM;
use crate::{Choices, Command, Message, parse, tree};

/// The options that say what to do, not how to check.
pub const ACTIONS: [&str; 13] = [
    "config",
    "no-config",
    "update-baseline",
    "reason",
    "until",
    "owner",
    "fix",
    "unsafe-fixes",
    "diff",
    "watch",
    "changed-since",
    "quiet",
    "color",
];
/// The setting with the documents, which have no option.
pub const DOCUMENTS: &str = "documents";

/// A key of the project file.
#[derive(Debug, Clone)]
pub struct Key {
    /// The long name of the option.
    pub name: String,
    /// Whether the option is about Terraform configurations: these options have a table of their own.
    pub is_of_terraform: bool,
    /// The form of the value.
    pub form: Form,
    /// The first sentence of the help.
    pub help: String,
    /// The allowed values; empty if the option allows others.
    pub allowed: Vec<String>,
    /// The values without the option.
    pub defaults: Vec<String>,
    /// Whether the values are paths.
    pub is_path: bool,
    /// The keys that cannot be used with it.
    pub conflicts: Vec<String>,
    option: Arg,
}

/// The form of a value in the project file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// `true` or `false`
    Switch,
    /// A string
    Text,
    /// A list of strings
    List,
    /// A table of strings; the option has the form `NAME=VALUE`.
    Table,
    /// A table of tables; the option has the form `NAME:KEY=VALUE`.
    Tables,
}

/// A setting: a key and its values, in the form that the option has on the command line.
#[derive(Debug, Clone)]
pub struct Setting {
    /// The name of the key.
    pub key: String,
    /// The values; of a switch, none.
    pub values: Vec<String>,
}

/// Returns all keys, in the order of the help.
pub fn keys(choices: &Choices) -> Vec<Key> {
    let check = command("check", choices);
    check
        .get_arguments()
        .filter_map(|option| key(option, &check))
        .collect()
}

fn key(option: &Arg, command: &Clap) -> Option<Key> {
    let name = option
        .get_long()
        .or_else(|| option.is_positional().then_some(DOCUMENTS))?;
    if ACTIONS.contains(&name) || matches!(option.get_action(), ArgAction::Help) {
        return None;
    }
    let value_name = option
        .get_value_names()
        .and_then(|names| names.first())
        .map(|name| name.as_str());
    let form = match (option.get_action(), value_name) {
        (ArgAction::SetTrue, _) => Form::Switch,
        (_, Some(name)) if name.contains('=') && name.contains(':') => Form::Tables,
        (_, Some(name)) if name.contains('=') => Form::Table,
        (ArgAction::Append, _) => Form::List,
        _ => Form::Text,
    };
    let is_switch = form == Form::Switch;
    let values = |values: Vec<PossibleValue>| -> Vec<String> {
        values
            .iter()
            .map(|value| value.get_name().to_owned())
            .collect()
    };
    Some(Key {
        name: name.to_owned(),
        is_of_terraform: option.get_help_heading() == Some(TERRAFORM),
        form,
        help: option
            .get_help()
            .map(ToString::to_string)
            .unwrap_or_default(),
        allowed: if is_switch {
            Vec::new()
        } else {
            values(option.get_possible_values())
        },
        defaults: if is_switch {
            Vec::new()
        } else {
            texts(option.get_default_values())
        },
        is_path: ValueParser::type_id(option.get_value_parser())
            == std::any::TypeId::of::<PathBuf>(),
        conflicts: command
            .get_arg_conflicts_with(option)
            .into_iter()
            .filter_map(|other| other.get_long().map(str::to_owned))
            .collect(),
        option: option.clone(),
    })
}

fn texts(values: &[clap::builder::OsStr]) -> Vec<String> {
    values
        .iter()
        .map(|value| value.to_string_lossy().into_owned())
        .collect()
}

impl Key {
    /// Returns whether values are those without the option.
    pub fn is_default(&self, values: &[String]) -> bool {
        !values.is_empty() && self.defaults == values
    }

    /// Returns why a value, in the form that the option has on the command line, is not accepted; `None` if it is.
    pub fn refusal(&self, value: &str) -> Option<String> {
        let option = self.option.clone().long("option").required(false);
        if self.option.is_positional() {
            return None;
        }
        let line = [String::new(), format!("--option={value}")];
        // Other options are not here: conflicts are errors of the whole command line.
        let alone = Clap::new("option").arg(option.conflicts_with(Resettable::<clap::Id>::Reset));
        let error = alone.try_get_matches_from(line).err()?;
        let reason = std::error::Error::source(&error).map(ToString::to_string);
        match (error.kind(), error.get(ContextKind::InvalidValue)) {
            (ErrorKind::ValueValidation, _) => reason,
            _ => Some(format!("invalid value `{value}`")),
        }
    }
}

/// Parses a command line with settings of a project file. An option on the command line replaces the setting with its
/// name, and those that it excludes. A setting that the command does not have is left out.
///
/// # Errors
/// Help, the version or a usage error.
pub fn parse_with(
    line: &[OsString],
    settings: &[Setting],
    choices: &Choices,
) -> Result<Command, Message> {
    let [program, name, rest @ ..] = line else {
        return parse(line, choices);
    };
    let command = command(&name.to_string_lossy(), choices);
    let lenient = command
        .clone()
        .ignore_errors(true)
        .try_get_matches_from([std::slice::from_ref(name), rest].concat());
    let is_given = |option: &Arg| match &lenient {
        Ok(matches) => {
            matches.value_source(option.get_id().as_str()) == Some(ValueSource::CommandLine)
        }
        Err(_) => false,
    };
    let given: Vec<&Arg> = command
        .get_arguments()
        .filter(|option| is_given(option))
        .collect();
    let excludes = |one: &Arg, other: &Arg| command.get_arg_conflicts_with(one).contains(&other);
    let is_overruled = |option: &Arg| {
        given
            .iter()
            .any(|given| *given == option || excludes(given, option) || excludes(option, given))
    };
    let mut added = Vec::new();
    for setting in settings {
        let Some(option) = option(&command, &setting.key).filter(|option| !is_overruled(option))
        else {
            continue;
        };
        // A default excludes no other option.
        if !setting.values.is_empty() && texts(option.get_default_values()) == setting.values {
            continue;
        }
        let values = setting.values.iter();
        match option.get_long() {
            Some(long) if setting.values.is_empty() => {
                added.push(OsString::from(format!("--{long}")))
            }
            Some(long) => {
                added.extend(values.map(|value| OsString::from(format!("--{long}={value}"))))
            }
            None => added.extend(values.map(OsString::from)),
        }
    }
    parse(
        &[&[program.clone(), name.clone()][..], &added, rest].concat(),
        choices,
    )
}

/// Returns the option of a command that a key sets.
fn option<'c>(command: &'c Clap, key: &str) -> Option<&'c Arg> {
    let by_name = |name: &str| {
        command
            .get_arguments()
            .find(|option| option.get_long() == Some(name))
    };
    match key {
        DOCUMENTS => command.get_positionals().next().or_else(|| by_name("data")),
        _ => by_name(key),
    }
}

/// Returns a command with its options.
fn command(name: &str, choices: &Choices) -> Clap {
    let mut tree = tree(choices);
    tree.build();
    tree.find_subcommand(name).cloned().unwrap_or(tree)
}
