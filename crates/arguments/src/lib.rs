//! The command line of cfn-warden: its commands, options and help. Each file declares the arguments of the command that
//! has the same path in `crates/cli/src` of the root package, which runs it.
//!
//! This crate knows nothing of analysis, so that its code is not compiled again after a change of a rule. [`Choices`] has
//! the values of options that other crates define.

pub mod answer;
pub mod bundle;
pub mod by_name;
pub mod check;
mod choices;
pub mod color;
pub mod completions;
pub mod config;
pub mod coverage;
pub mod explain;
mod help;
pub mod invoke;
pub mod knowledge;
pub mod language;
pub mod lint;
pub mod lsp;
pub mod model;
pub mod packs;
pub mod parameters;
pub mod parse_tree;
mod program;
pub mod project;
pub mod rulegen;
pub mod rules;
pub mod schemas;
pub mod selection;
pub mod settings;
pub mod terraform;
pub mod test;
pub mod validate;

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args as _, CommandFactory, FromArgMatches, Parser, Subcommand};

pub use choices::Choices;
use choices::{COVERAGE, REPORT_FORMAT, SEMANTICS};
pub use program::Program;

/// Lint CloudFormation templates, and check templates and Terraform configurations against policy rules
#[derive(Debug, Parser)]
#[command(name = "cfn-warden", version, max_term_width = 110)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// A command and its arguments.
#[expect(missing_docs, reason = "a doc comment would become help")]
#[derive(Debug, Subcommand)]
pub enum Command {
    Answer(answer::Args),
    Bundle(bundle::Args),
    Check(Box<check::Args>),
    Completions(completions::Args),
    Config(config::Args),
    Explain(explain::Args),
    Invoke(invoke::Args),
    Knowledge(knowledge::Args),
    Lint(Box<lint::Args>),
    Lsp(lsp::Args),
    Model(model::Args),
    Packs(packs::Args),
    ParseTree(parse_tree::Args),
    Rulegen(rulegen::Args),
    Rules(rules::Args),
    Terraform(terraform::Args),
    Test(test::Args),
    Validate(validate::Args),
}

impl Command {
    /// The name of `check`.
    pub const CHECK: &str = "check";
    /// The name of `rules`.
    pub const RULES: &str = "rules";
}

/// A message in place of a command: help, the version or a usage error.
#[derive(Debug)]
pub struct Message(clap::Error);

impl Message {
    /// Returns the text without colors.
    pub fn plain(&self) -> String {
        self.0.render().to_string()
    }

    /// Returns the text with the colors of a terminal.
    pub fn ansi(&self) -> String {
        self.0.render().ansi().to_string()
    }

    /// Returns the word in the place of a command that is none.
    pub fn unknown_command(&self) -> Option<&str> {
        match (self.0.kind(), self.0.get(ContextKind::InvalidSubcommand)) {
            (ErrorKind::InvalidSubcommand, Some(ContextValue::String(word))) => Some(word),
            _ => None,
        }
    }

    /// Returns whether the command line is invalid.
    pub fn is_error(&self) -> bool {
        self.0.use_stderr()
    }
}

/// Parses a command line, including the program's name. Describing the options of all commands takes longer than
/// evaluating a small rule, so that frequent commands are parsed on their own first. Help and errors come from the full
/// parser, which knows the program's name.
///
/// # Errors
/// Help, the version or a usage error.
pub fn parse(line: &[OsString], choices: &Choices) -> Result<Command, Message> {
    match alone(line, choices) {
        Some(command) => Ok(command),
        None => {
            let matches = tree(choices).try_get_matches_from(line);
            let cli = matches.and_then(|mut matches| Cli::from_arg_matches_mut(&mut matches));
            cli.map(|cli| cli.command).map_err(Message)
        }
    }
}

/// Parses a valid command line of a frequent command; `None` for all others.
fn alone(line: &[OsString], choices: &Choices) -> Option<Command> {
    let (_, line) = line.split_first()?;
    Some(match line.first()?.to_str()? {
        "answer" => Command::Answer(arguments(line, choices, &[])?),
        "check" => Command::Check(Box::new(arguments(
            line,
            choices,
            &[REPORT_FORMAT, COVERAGE, SEMANTICS],
        )?)),
        "lint" => Command::Lint(Box::new(arguments(line, choices, &[])?)),
        "test" => Command::Test(arguments(line, choices, &[SEMANTICS])?),
        "validate" => Command::Validate(arguments(line, choices, &[SEMANTICS])?),
        _ => return None,
    })
}

/// Parses a valid command line of one command. `ids` names its options whose values are in [`Choices`]: without them, an
/// option has no valid value.
fn arguments<A: clap::Args + FromArgMatches>(
    line: &[OsString],
    choices: &Choices,
    ids: &[&str],
) -> Option<A> {
    let command = choices.add_to_options(A::augment_args(clap::Command::new("alone")), ids);
    A::from_arg_matches_mut(&mut command.try_get_matches_from(line).ok()?).ok()
}

/// Returns the commands and their options, for completion scripts and man pages.
pub fn tree(choices: &Choices) -> clap::Command {
    let commands = Cli::command()
        .mut_subcommand(Command::CHECK, |check| {
            help::with_headings(project::ProjectOptions::augment_args(check))
        })
        .mut_subcommand("validate", project::ProjectOptions::augment_args);
    help::with_tasks(choices.add_to(commands))
}
