//! Values of options that other crates define.

use clap::{Arg, Command};

/// The ID of options that select a report format; other options `--format` have formats of their own.
pub(crate) const REPORT_FORMAT: &str = "report_format";

/// The IDs of the other options.
pub(crate) const COVERAGE: &str = "coverage";
pub(crate) const SEMANTICS: &str = "semantics";
const FROM: &str = "from";
const TO: &str = "to";

/// Values of options that other crates define.
#[derive(Debug, Clone)]
pub struct Choices {
    /// The names of the report formats.
    pub formats: Vec<&'static str>,
    /// The names of cfn-guard's versions.
    pub versions: Vec<&'static str>,
    /// The default of `--semantics`.
    pub semantics: &'static str,
    /// The default of `--from`.
    pub from: &'static str,
    /// The default of `--to`.
    pub to: &'static str,
    /// Validates a value of `--coverage`.
    pub coverage: fn(&str) -> Result<(), String>,
}

impl Choices {
    /// Adds the values to all options of a command and of its subcommands.
    pub(crate) fn add_to(&self, command: Command) -> Command {
        command
            .mut_args(|option| self.complete(option))
            .mut_subcommands(|command| self.add_to(command))
    }

    /// Adds the values to the options of a command with these IDs, without a visit of the others. The order of options
    /// in help texts changes, so that the command is only for parsing.
    pub(crate) fn add_to_options(&self, command: Command, ids: &[&str]) -> Command {
        ids.iter().fold(command, |command, id| {
            command.mut_arg(id, |option| self.complete(option))
        })
    }

    fn complete(&self, option: Arg) -> Arg {
        match option.get_id().as_str() {
            REPORT_FORMAT => option.value_parser(self.formats.clone()),
            COVERAGE => {
                let validate = self.coverage;
                option.value_parser(move |text: &str| validate(text).map(|()| text.to_owned()))
            }
            SEMANTICS => self.version(option, self.semantics),
            FROM => self.version(option, self.from),
            TO => self.version(option, self.to),
            _ => option,
        }
    }

    fn version(&self, option: Arg, default: &'static str) -> Arg {
        option
            .value_parser(self.versions.clone())
            .default_value(default)
    }
}

/// Rejects all values: the parser of an option until its values are added.
///
/// # Errors
/// Always.
pub(crate) fn none(_: &str) -> Result<String, String> {
    Err("the option has no values".to_owned())
}
