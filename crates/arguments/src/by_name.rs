//! The command lines of the program under each of its names.

use std::ffi::OsString;

use clap::{Arg, ArgAction, Args as _, CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::choices::SEMANTICS;
use crate::program::Program;
use crate::{Choices, Command, Message, completions, lint, parse_tree, rulegen, test, validate};

/// The release of cfn-lint that `cfn-lint` follows.
const CFN_LINT: &str = "1.58.0";
/// The release of cfn-guard that `cfn-guard` follows.
const CFN_GUARD: &str = "3.2.1";

/// Parses a command line of a program, including its name.
///
/// # Errors
/// Help, the version or a usage error.
pub fn parse(program: Program, line: &[OsString], choices: &Choices) -> Result<Command, Message> {
    match program {
        Program::CfnWarden => crate::parse(line, choices),
        Program::CfnLint => parse_lint(line),
        Program::CfnGuard => parse_guard(line, choices),
    }
}

/// Returns the completion script of a program that a command line selects.
pub fn completion_script(args: &completions::Args, program: Program, choices: &Choices) -> String {
    let mut commands = match program {
        Program::CfnWarden => crate::tree(choices),
        Program::CfnLint => lint_command(),
        Program::CfnGuard => guard_commands(choices),
    };
    completions::script(args.shell, &mut commands)
}

/// The commands of cfn-guard.
#[derive(Debug, Parser)]
#[command(
    name = "cfn-guard",
    version = CFN_GUARD,
    about = concat!("Evaluate Guard rules as cfn-guard 3.2.1 does (cfn-warden ", env!("CARGO_PKG_VERSION"), ")"),
    arg_required_else_help = true,
    max_term_width = 110
)]
struct CfnGuard {
    #[command(subcommand)]
    command: GuardCommand,
}

#[derive(Debug, Subcommand)]
enum GuardCommand {
    Validate(validate::Args),
    Test(test::Args),
    ParseTree(parse_tree::Args),
    Rulegen(rulegen::Args),
    Completions(completions::Args),
}

impl From<GuardCommand> for Command {
    fn from(command: GuardCommand) -> Self {
        match command {
            GuardCommand::Validate(args) => Command::Validate(args),
            GuardCommand::Test(args) => Command::Test(args),
            GuardCommand::ParseTree(args) => Command::ParseTree(args),
            GuardCommand::Rulegen(args) => Command::Rulegen(args),
            GuardCommand::Completions(args) => Command::Completions(args),
        }
    }
}

fn guard_commands(choices: &Choices) -> clap::Command {
    choices.add_to(CfnGuard::command())
}

fn parse_guard(line: &[OsString], choices: &Choices) -> Result<Command, Message> {
    if let Some(command) = frequent(line, choices) {
        return Ok(command);
    }
    let matches = guard_commands(choices).try_get_matches_from(line);
    let parsed = matches.and_then(|mut matches| CfnGuard::from_arg_matches_mut(&mut matches));
    parsed.map(|parsed| parsed.command.into()).map_err(Message)
}

/// Parses a valid command line of `validate` or `test` without a description of the other commands.
fn frequent(line: &[OsString], choices: &Choices) -> Option<Command> {
    let (_, line) = line.split_first()?;
    match line.first()?.to_str()? {
        "validate" => crate::arguments(line, choices, &[SEMANTICS]).map(Command::Validate),
        "test" => crate::arguments(line, choices, &[SEMANTICS]).map(Command::Test),
        _ => None,
    }
}

/// Parses a command line of cfn-lint. Known defects of cfn-lint are reproduced: programs that call it by this name have
/// recorded what it reports.
fn parse_lint(line: &[OsString]) -> Result<Command, Message> {
    let matches = lint_command().try_get_matches_from(line);
    let parsed = matches.and_then(|mut matches| lint::Args::from_arg_matches_mut(&mut matches));
    let args = parsed.map_err(Message)?;
    Ok(Command::Lint(Box::new(lint::Args {
        compat: true,
        program: Program::CfnLint,
        ..args
    })))
}

/// Returns the options of cfn-lint. Like Python's argparse, it accepts an abbreviation of an option, and the last value of
/// an option that is given twice.
fn lint_command() -> clap::Command {
    let command = clap::Command::new("cfn-lint")
        .version(CFN_LINT)
        .disable_version_flag(true)
        .infer_long_args(true)
        .args_override_self(true)
        .max_term_width(110);
    let version = Arg::new("version")
        .short('v')
        .long("version")
        .action(ArgAction::Version)
        .help("Print version");
    // With `--update-specs`.
    let force = Arg::new("force")
        .long("force")
        .action(ArgAction::SetTrue)
        .hide(true);
    let about = concat!(
        "Lint templates as cfn-lint 1.58.0 does (cfn-warden ",
        env!("CARGO_PKG_VERSION"),
        ")"
    );
    let command = lint::Args::augment_args(command).about(about);
    command
        .mut_arg("compat", |option| option.hide(true))
        .args([version, force])
}
